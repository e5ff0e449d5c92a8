;;; context-broker-buffers.el --- The tools that Emacs offers by itself  -*- lexical-binding: t; -*-
;;; Commentary:
;;; Code:
(require 'context-broker-tools)
(context-broker-deftool buffer-list
  "List the buffers of Emacs."
  :safe t
  :function #'context-broker-buffers-list)
(defun context-broker-buffers-list ()
  "The buffers."
  (context-broker-tools-value
   (vconcat (mapcar (lambda (b) `((name . ,(buffer-name b)))) (buffer-list)))))
(provide 'context-broker-buffers)
;;; context-broker-buffers.el ends here
