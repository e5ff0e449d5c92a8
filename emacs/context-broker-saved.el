;;; context-broker-saved.el --- Saved results of Context Broker  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The saved results of a project, with what has changed since each was saved: that is looked up
;; one by one, after the list is shown.

;;; Code:

(require 'context-broker-results)
(require 'tabulated-list)

(defvar-local context-broker-saved--requests nil "What this list has asked.")

(define-derived-mode context-broker-saved-mode tabulated-list-mode "Saved"
  "Major mode for the list of saved results.

\\{context-broker-saved-mode-map}"
  (setq tabulated-list-format [("Name" 30 t) ("Since" 18 t) ("Saved" 16 t) ("Places" 7 nil)
                               ("What" 0 t)]
        tabulated-list-sort-key '("Saved" . t))
  (setq-local revert-buffer-function #'context-broker-saved--revert)
  (add-hook 'kill-buffer-hook #'context-broker-saved--stop nil t)
  (tabulated-list-init-header))

(pcase-dolist (`(,key . ,command)
               '(("RET" . context-broker-saved-open) ("d" . context-broker-saved-delete)
                 ("<remap> <keyboard-quit>" . context-broker-saved-cancel)))
  (define-key context-broker-saved-mode-map (kbd key) command))

;;;###autoload
(defun context-broker-saved-results ()
  "List the saved results of the project, and what has changed since each."
  (interactive)
  (let ((root (context-broker-root)))
    (pop-to-buffer (format "*broker-saved: %s*" (abbreviate-file-name root)))
    (unless (derived-mode-p 'context-broker-saved-mode) (context-broker-saved-mode))
    (setq default-directory root)
    (revert-buffer)))

(defun context-broker-saved--call (then &rest arguments)
  (push (context-broker-mcp-call default-directory "saved_results" arguments
                                 :then (context-broker-mcp-here then))
        context-broker-saved--requests))

(defun context-broker-saved--stop ()
  (mapc #'context-broker-mcp-cancel context-broker-saved--requests)
  (setq context-broker-saved--requests nil))

(defun context-broker-saved--revert (&rest _)
  (context-broker-saved--stop)
  (context-broker-saved--call
   (lambda (answer)
     (context-broker-saved--show answer)
     ;; What has changed takes longer to say.
     (context-broker-saved--call #'context-broker-saved--show
                                 :action "list" :limit 500 :changes t))
   :action "list" :limit 500))

(defun context-broker-saved--show (answer)
  (let-alist answer
    (setq tabulated-list-entries (mapcar #'context-broker-saved--entry .results))
    (tabulated-list-print t)
    (message "%s" .summary)))

(defun context-broker-saved--entry (result)
  (let-alist result
    `(,.name [,.name ,(or .since "…") ,(format-time-string "%F %R" (date-to-time .timestamp))
                     ,(format "%6s" (or .hits .places ""))
                     ,(concat (and (equal .trust "untrusted") "(of another) ") .query)])))

(defun context-broker-saved--name ()
  (or (tabulated-list-get-id) (user-error "No result on this line")))

(defun context-broker-saved-open ()
  "Show the saved result at point, and what has changed in it since."
  (interactive nil context-broker-saved-mode)
  (let ((name (context-broker-saved--name)))
    (context-broker-results-ask (concat "Saved: " name) "saved_results"
                                (list :action "get" :name name
                                      :max_tokens context-broker-max-tokens))))

(defun context-broker-saved-delete ()
  "Delete the saved result at point, for good."
  (interactive nil context-broker-saved-mode)
  (let ((name (context-broker-saved--name)))
    (when (y-or-n-p (format "Delete %s for good? " name))
      (context-broker-saved--call (lambda (_) (revert-buffer)) :action "delete" :name name))))

(defun context-broker-saved-cancel ()
  "Cancel what is asked, and quit."
  (interactive nil context-broker-saved-mode)
  (context-broker-saved--stop)
  (keyboard-quit))

(provide 'context-broker-saved)
;;; context-broker-saved.el ends here
