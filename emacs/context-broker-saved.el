;;; context-broker-saved.el --- Saved results of Context Broker  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The saved results of a project, with what has changed since each was saved: that is looked up
;; one by one, after the list is shown.

;;; Code:

(require 'cl-lib)
(require 'context-broker-results)
(require 'tabulated-list)

(defvar-local context-broker-saved--requests nil "Requests that are open.")

(defvar context-broker-saved-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map tabulated-list-mode-map)
    (pcase-dolist (`(,key . ,command)
                   '(("RET" . context-broker-saved-open) ("d" . context-broker-saved-flag)
                     ("u" . context-broker-saved-unflag) ("x" . context-broker-saved-delete-flagged)
                     ("<remap> <keyboard-quit>" . context-broker-saved-cancel)))
      (define-key map (kbd key) command))
    map)
  "Keymap of `context-broker-saved-mode'.")

(define-derived-mode context-broker-saved-mode tabulated-list-mode "Saved"
  "Major mode for the list of saved results.

\\{context-broker-saved-mode-map}"
  (setq tabulated-list-format [("Name" 30 t) ("Since" 18 t) ("Saved" 16 t) ("Places" 7 nil)
                               ("What" 0 t)]
        tabulated-list-sort-key '("Saved" . t)
        tabulated-list-padding 2)
  (setq-local revert-buffer-function #'context-broker-saved--revert)
  (add-hook 'kill-buffer-hook #'context-broker-saved--stop nil t)
  (tabulated-list-init-header))

;;;###autoload
(defun context-broker-saved-results ()
  "List the saved results of the project, and what has changed since each."
  (interactive)
  (let ((root (context-broker-root)))
    (with-current-buffer (get-buffer-create
                          (format "*broker-saved: %s*" (abbreviate-file-name root)))
      (unless (derived-mode-p 'context-broker-saved-mode) (context-broker-saved-mode))
      (setq default-directory root)
      (context-broker-saved--revert)
      (pop-to-buffer (current-buffer)))))

(defun context-broker-saved--call (arguments then)
  (let* (request
         (take (lambda (function value)
                 (cl-callf2 delq request context-broker-saved--requests)
                 (setq mode-line-process (and context-broker-saved--requests " asking"))
                 (force-mode-line-update)
                 (funcall function value))))
    (setq request (context-broker-mcp-call
                   default-directory "saved_results" arguments
                   :then (context-broker-mcp-here (apply-partially take then))
                   :error (context-broker-mcp-here
                           (apply-partially take (lambda (text) (message "%s" text)))))
          mode-line-process " asking")
    (push request context-broker-saved--requests)))

(defun context-broker-saved--stop ()
  (prog1 context-broker-saved--requests
    (mapc #'context-broker-mcp-cancel context-broker-saved--requests)
    (setq context-broker-saved--requests nil mode-line-process nil)))

(defun context-broker-saved--revert (&rest _)
  (context-broker-saved--stop)
  (context-broker-saved--call
   '(:action "list" :limit 500)
   (lambda (answer)
     (let-alist answer
       (setq tabulated-list-entries (mapcar #'context-broker-saved--entry .results))
       (tabulated-list-print t)
       (message "%s%s" .summary (if (memq .omitted '(nil 0)) ""
                                  (format "; not listed: %s" .omitted)))
       (mapc #'context-broker-saved--look (mapcar #'car tabulated-list-entries))))))

(defun context-broker-saved--entry (result)
  (let-alist result
    `(,.name [,.name "…" ,(format-time-string "%F %R" (date-to-time .timestamp))
                     ,(format "%6s" (or .hits .places ""))
                     ,(concat (and (equal .trust "untrusted") "(of another) ") .query)])))

(defun context-broker-saved--look (name)
  (context-broker-saved--call
   (list :action "get" :name name :max_tokens 2000)
   (lambda (answer)
     (save-excursion
       (goto-char (point-min))
       (while (not (or (eobp) (equal (tabulated-list-get-id) name))) (forward-line))
       (unless (eobp) (tabulated-list-set-col 1 (context-broker-saved--since answer) t))))))

(defun context-broker-saved--since (answer)
  (let-alist answer
    (let ((states (delq nil (mapcar (lambda (place) (alist-get 'state place))
                                    (append .files .places)))))
      (cond (states (mapconcat (lambda (state)
                                 (format "%d %s" (cl-count state states :test #'equal) state))
                               (delete-dups (copy-sequence states)) ", "))
            ((eq .current t) "unchanged")
            (t "changed")))))

(defun context-broker-saved-open ()
  "Show the saved result at point, and what has changed in it since."
  (interactive nil context-broker-saved-mode)
  (let ((name (or (tabulated-list-get-id) (user-error "No result on this line"))))
    (context-broker-results-ask (concat "Saved: " name) "saved_results"
                                (list :action "get" :name name
                                      :max_tokens context-broker-max-tokens))))

(defun context-broker-saved-flag ()
  "Flag the saved result at point for deletion."
  (interactive nil context-broker-saved-mode)
  (tabulated-list-put-tag "D" t))

(defun context-broker-saved-unflag ()
  "Remove the flag of the saved result at point."
  (interactive nil context-broker-saved-mode)
  (tabulated-list-put-tag " " t))

(defun context-broker-saved-delete-flagged ()
  "Delete the saved results that are flagged, for good."
  (interactive nil context-broker-saved-mode)
  (let (names)
    (save-excursion
      (goto-char (point-min))
      (while (re-search-forward "^D" nil t) (push (tabulated-list-get-id) names)))
    (unless names (user-error "Nothing is flagged"))
    (when (y-or-n-p (format "Delete for good: %s? " (string-join names ", ")))
      (dolist (name names)
        (context-broker-saved--call (list :action "delete" :name name)
                                    (lambda (_answer)
                                      (cl-callf2 assoc-delete-all name tabulated-list-entries)
                                      (tabulated-list-print t)))))))

(defun context-broker-saved-cancel ()
  "Cancel what is asked, or else do as `keyboard-quit'."
  (interactive nil context-broker-saved-mode)
  (unless (context-broker-saved--stop) (keyboard-quit)))

(provide 'context-broker-saved)
;;; context-broker-saved.el ends here
