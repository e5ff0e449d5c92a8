;;; context-broker-saved.el --- Saved results of Context Broker  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; The saved results of a project, with what has changed since each was
;; saved: that is looked up one by one, after the list is shown.

;;; Code:

(require 'cl-lib)
(require 'context-broker-results)
(require 'tabulated-list)

(defvar-local context-broker-saved--requests nil
  "Requests that are open.")

(defvar context-broker-saved-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map tabulated-list-mode-map)
    (pcase-dolist (`(,key . ,command)
                   '(("RET" . context-broker-saved-open)
                     ("d" . context-broker-saved-flag)
                     ("u" . context-broker-saved-unflag)
                     ("x" . context-broker-saved-delete-flagged)
                     ("C-c C-k" . context-broker-saved-cancel)
                     ("<remap> <keyboard-quit>" . context-broker-saved-quit)))
      (define-key map (kbd key) command))
    map)
  "Keymap of `context-broker-saved-mode'.")

(define-derived-mode context-broker-saved-mode tabulated-list-mode "Saved"
  "Major mode for the list of saved results.
\\<context-broker-saved-mode-map>\\[context-broker-saved-open] opens one, \
\\[context-broker-saved-flag] flags it for deletion,
\\[context-broker-saved-delete-flagged] deletes those that are flagged.

\\{context-broker-saved-mode-map}"
  (setq tabulated-list-format [("Name" 30 t) ("Since" 18 t) ("Saved" 16 t)
                               ("Places" 7 context-broker-saved--fewer
                                :right-align t)
                               ("What" 0 t)]
        tabulated-list-sort-key '("Saved" . t)
        tabulated-list-padding 2)
  (setq-local revert-buffer-function #'context-broker-saved--revert)
  (add-hook 'kill-buffer-hook #'context-broker-saved--stop nil t)
  (tabulated-list-init-header))

(defun context-broker-saved--fewer (a b)
  "Return non-nil if the entry A has fewer places than B."
  (< (string-to-number (aref (cadr a) 3)) (string-to-number (aref (cadr b) 3))))

;;;###autoload
(defun context-broker-saved-results ()
  "List the saved results of the project, and what has changed since each."
  (interactive)
  (let* ((root (context-broker-root))
         (buffer (get-buffer-create
                  (format "*broker-saved: %s*"
                          (file-name-nondirectory (directory-file-name
                                                   root))))))
    (with-current-buffer buffer
      (unless (derived-mode-p 'context-broker-saved-mode)
        (context-broker-saved-mode))
      (setq default-directory root)
      (context-broker-saved--revert))
    (pop-to-buffer buffer context-broker-results-display-action)))

(defun context-broker-saved--call (arguments then)
  "Call saved_results with ARGUMENTS, then THEN with the answer, here.
An error is shown; ARGUMENTS are a plist."
  (let ((buffer (current-buffer)) request)
    (cl-flet ((here (function value)
                (when (buffer-live-p buffer)
                  (with-current-buffer buffer
                    (setq context-broker-saved--requests
                          (delq request context-broker-saved--requests)
                          mode-line-process
                          (and context-broker-saved--requests " asking"))
                    (force-mode-line-update)
                    (funcall function value)))))
      (setq request (context-broker-mcp-call
                     default-directory "saved_results" arguments
                     :then (lambda (answer) (here then answer))
                     :error (lambda (text)
                              (here (lambda (text) (message "%s" text))
                                    text))))
      (push request context-broker-saved--requests)
      (setq mode-line-process " asking"))))

(defun context-broker-saved--stop ()
  "Cancel what is asked.  Return nil if nothing is."
  (prog1 context-broker-saved--requests
    (mapc #'context-broker-mcp-cancel context-broker-saved--requests)
    (setq context-broker-saved--requests nil
          mode-line-process nil)))

(defun context-broker-saved--revert (&rest _)
  "List the saved results again."
  (context-broker-saved--stop)
  (context-broker-saved--call
   '(:action "list" :limit 500)
   (lambda (answer)
     (setq tabulated-list-entries
           (mapcar #'context-broker-saved--entry (alist-get 'results answer)))
     (tabulated-list-print t)
     (message "%s%s" (alist-get 'summary answer)
              (if (memq (alist-get 'omitted answer) '(nil 0)) ""
                (format "; %s more are not listed"
                        (alist-get 'omitted answer))))
     (mapc #'context-broker-saved--look (alist-get 'results answer)))))

(defun context-broker-saved--entry (result)
  "Return the entry of RESULT."
  (let-alist result
    (list .name
          (vector .name "…"
                  (format-time-string "%F %R" (date-to-time .timestamp))
                  (format "%s" (or .hits .places ""))
                  (concat (and (equal .kind "handoff") "places: ")
                          (and (equal .trust "untrusted") "(of another) ")
                          .query)))))

(defun context-broker-saved--look (result)
  "Look up what has changed since RESULT was saved, and show it."
  (let ((name (alist-get 'name result)))
    (context-broker-saved--call
     (list :action "get" :name name :max_tokens 2000)
     (lambda (answer)
       (let ((entry (assoc name tabulated-list-entries)))
         (when entry
           ;; A new vector: the old one would count as printed.
           (setcdr entry (list (copy-sequence (cadr entry))))
           (aset (cadr entry) 1 (context-broker-saved--state answer))
           (tabulated-list-print t t)))))))

(defun context-broker-saved--state (answer)
  "Return what has changed since the result of ANSWER was saved."
  (let-alist answer
    (let ((states (delq nil (mapcar (lambda (place) (alist-get 'state place))
                                    (append .files .places)))))
      (cond (states
             (mapconcat (lambda (state)
                          (format "%d %s" (cl-count state states :test #'equal)
                                  state))
                        (delete-dups (copy-sequence states)) ", "))
            ((eq .current t) "unchanged")
            (t (propertize "changed" 'face 'context-broker-note))))))

(defun context-broker-saved--name ()
  "Return the name of the result at point, or signal a `user-error'."
  (or (tabulated-list-get-id) (user-error "There is no result on this line")))

(defun context-broker-saved-open ()
  "Show the saved result at point, and what has changed in it since."
  (interactive nil context-broker-saved-mode)
  (let ((name (context-broker-saved--name)))
    (context-broker-results-ask
     (concat "Saved: " name) "saved_results"
     (list :action "get" :name name :max_tokens context-broker-max-tokens))))

(defun context-broker-saved-flag ()
  "Flag the saved result at point for deletion."
  (interactive nil context-broker-saved-mode)
  (context-broker-saved--name)
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
      (while (not (eobp))
        (when (eq (char-after) ?D) (push (tabulated-list-get-id) names))
        (forward-line)))
    (unless names (user-error "Nothing is flagged"))
    (when (y-or-n-p (format "Delete for good: %s? " (string-join names ", ")))
      (dolist (name names)
        (context-broker-saved--call
         (list :action "delete" :name name)
         (lambda (_answer)
           (setq tabulated-list-entries
                 (assoc-delete-all name tabulated-list-entries))
           (tabulated-list-print t)
           (message "Deleted %s" name)))))))

(defun context-broker-saved-cancel ()
  "Cancel what is asked."
  (interactive nil context-broker-saved-mode)
  (unless (context-broker-saved--stop) (user-error "Nothing is asked")))

(defun context-broker-saved-quit ()
  "Cancel what is asked, or else do as `keyboard-quit'."
  (interactive nil context-broker-saved-mode)
  (unless (context-broker-saved--stop) (keyboard-quit)))

(provide 'context-broker-saved)
;;; context-broker-saved.el ends here
