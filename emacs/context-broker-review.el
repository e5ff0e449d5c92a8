;;; context-broker-review.el --- Reviews, and reports with citations  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `context-broker-review' judges a change: findings for `next-error' and as notes of Flymake.
;; `context-broker-report' has the language model write a report; `context-broker-verify' makes the
;; citations of a text buttons, and marks those that are false.

;;; Code:

(require 'compile)
(require 'context-broker-xref)
(require 'flymake)

(defconst context-broker-review--finding
  (concat "^\\(?:critical\\|high\\|\\(medium\\|low\\)\\|\\(info\\)\\): \\(.*\\)\n"
          "  \\([^ :\n][^:\n]*\\):\\([0-9]+\\)$")
  "A finding: what makes it a warning or a note, its text, path and line.")
(defvar context-broker-review--found nil
  "What the newest review found: lists (LINE TYPE TEXT) by true name of file.")
(defvar-local context-broker-review--marks nil "Of this file: lists of (MARKER TYPE TEXT).")

(define-compilation-mode context-broker-review-mode "Broker"
  "What the program says: findings of a review, with the lines that prove them."
  (setq-local compilation-error-regexp-alist
              `((,context-broker-review--finding 4 5 nil (1 . 2))
                ("^    \\([^ :\n][^:\n]*\\):\\([0-9]+\\)  " 1 2 nil 0))))
(define-key context-broker-review-mode-map "g" #'revert-buffer)

(defun context-broker-review--run (again then command &rest arguments)
  "Run COMMAND of the program with ARGUMENTS in its buffer.
At its end call THEN there; AGAIN is called to do the same again."
  (let* ((default-directory (context-broker-root))
         (project (directory-file-name default-directory))
         (process-connection-type nil)
         (coding-system-for-read 'utf-8-unix))
    (with-current-buffer
        (compilation-start
         (mapconcat #'shell-quote-argument
                    `(,@(context-broker-mcp-program) ,command "--project" ,project ,@arguments) " ")
         #'context-broker-review-mode
         (lambda (_) (format "*%s: %s*" command (file-name-nondirectory project))))
      (setq-local revert-buffer-function (lambda (&rest _) (funcall again)))
      (add-hook 'compilation-finish-functions
                (lambda (&rest _)
                  (save-excursion
                    (goto-char (point-min))
                    (funcall then)))
                nil t))))

;;;###autoload
(defun context-broker-review (arguments)
  "Review a change of the project: what is staged, a commit, or a branch.
ARGUMENTS are those of `context-broker review', a list of strings."
  (interactive
   (list (pcase (completing-read (format-prompt "Review" "staged") '("staged" "commit" "branch")
                                 nil t nil nil "staged")
           ("staged" '("--mode" "staged"))
           ("commit" (list "--mode" "commit" "--commit" (read-string "Commit: " "HEAD")))
           (_ (list "--mode" "pr" "--base" (read-string "To be merged into: " "main"))))))
  (apply #'context-broker-review--run (lambda () (context-broker-review arguments))
         #'context-broker-review--note "review" arguments))

(defun context-broker-review--note ()
  ;; One that could not be made has no status.
  (when (re-search-forward "^\\(?:approved\\|changes requested\\|blocked\\): .*" nil t)
    (message "Context Broker: %s" (match-string 0))
    (let (found)
      (while (re-search-forward context-broker-review--finding nil t)
        (push (list (string-to-number (match-string 5))
                    (cond ((match-beginning 1) :warning) ((match-beginning 2) :note) (t :error))
                    (match-string-no-properties 3))
              (alist-get (file-truename (match-string-no-properties 4)) found nil nil #'equal)))
      (setq context-broker-review--found found))
    (add-hook 'find-file-hook #'context-broker-review--annotate)
    (mapc #'context-broker-review--annotate (buffer-list))))

(defun context-broker-review--annotate (&optional buffer)
  (with-current-buffer (or buffer (current-buffer))
    (let ((found (and buffer-file-name (not (file-remote-p buffer-file-name))
                      (cdr (assoc (file-truename buffer-file-name)
                                  context-broker-review--found)))))
      (when (or found context-broker-review--marks)
        (save-excursion
          (save-restriction
            (setq context-broker-review--marks
                  (cl-loop for (line . finding) in found
                           do (context-broker-xref--go line nil)
                           collect (cons (point-marker) finding)))))
        ;; A file that Flymake did not check gets no other checks by this.
        (unless flymake-mode
          (setq-local flymake-diagnostic-functions nil)
          (flymake-mode))
        (add-hook 'flymake-diagnostic-functions #'context-broker-review-flymake nil t)
        (flymake-start)))))

(defun context-broker-review-flymake (report &rest _)
  "Tell Flymake by REPORT what the last review found in this buffer."
  (save-excursion
    (save-restriction
      (widen)
      (funcall report
               (cl-loop for (marker type text) in context-broker-review--marks
                        do (goto-char marker)
                        collect (flymake-make-diagnostic (current-buffer) (point)
                                                         (line-end-position) type text))))))

;;;###autoload
(defun context-broker-review-clear ()
  "Remove the notes of the last review."
  (interactive)
  (setq context-broker-review--found nil)
  (mapc #'context-broker-review--annotate (buffer-list)))

;;;###autoload
(defun context-broker-report (prompt file)
  "Have the language model write a report about PROMPT into FILE.
You are asked before it is asked anything.  Then its citations are verified."
  (interactive (list (read-string "Report about: ")
                     (read-file-name "Write it to: " (context-broker-root) nil nil "REPORT.md")))
  (let ((file (expand-file-name file)))
    (when (and (file-exists-p file) (not (y-or-n-p (format "Replace %s? " file))))
      (user-error "Not written"))
    (context-broker-report--write prompt file)))

(defun context-broker-report--write (prompt file &rest agreed)
  "Write the report about PROMPT into FILE; AGREED has --yes once that was said.
Without it, the program says what it would cost, and does not begin."
  (apply #'context-broker-review--run
         (lambda () (context-broker-report prompt file))
         (lambda ()
           (cond ((re-search-forward "not begun: \\(.*\\) Add --yes" nil t)
                  (when (yes-or-no-p (concat (match-string 1) "  Go on? "))
                    (context-broker-report--write prompt file "--yes")))
                 ((and agreed (file-exists-p file))
                  (with-current-buffer (find-file-noselect file)
                    (revert-buffer t t)
                    (display-buffer (current-buffer))
                    (context-broker-verify)))))
         "write" "--out" file `(,@agreed "--" ,prompt)))

(define-minor-mode context-broker-verify-mode
  "The citations of this text are buttons; those that are false are marked.
\\[next-error] goes from one false citation to the next.

\\{context-broker-verify-mode-map}"
  :lighter " Cited"
  :keymap (list (cons (kbd "M-n") #'forward-button) (cons (kbd "M-p") #'backward-button))
  (remove-overlays nil nil 'context-broker-citation t)
  (if context-broker-verify-mode (setq-local next-error-function #'context-broker-verify--next)
    (kill-local-variable 'next-error-function)))

;;;###autoload
(defun context-broker-verify (&optional commit)
  "Check the citations of this buffer's text, and make them buttons.
With prefix argument, or COMMIT, they are of the files as they were then.
Call it again after changes; `context-broker-verify-mode' turns it off."
  (interactive (list (and current-prefix-arg (read-string "Commit: " "HEAD"))))
  (context-broker-mcp-call
   (context-broker-root) "verify_citations"
   `(:text ,(save-restriction (widen) (buffer-substring-no-properties (point-min) (point-max)))
     :all t ,@(and commit `(:commit ,commit)))
   :then (context-broker-mcp-here
          (lambda (answer)
            (save-excursion
              (save-restriction (widen) (context-broker-verify--show answer)))))))

(defun context-broker-verify--show (answer)
  "Make the citations of ANSWER buttons, and say what is wrong with them."
  (context-broker-verify-mode)
  (goto-char (point-min))
  (let-alist answer
    (dolist (citation .citations)
      (let-alist citation
        (unless (= .line (line-number-at-pos))
          (goto-char (point-min))
          (forward-line (1- .line)))
        (let* ((found (search-forward .citation (line-end-position) t))
               (said (concat .verdict (and .reason ": ") .reason))
               (face (cond ((equal .verdict "holds") 'link)
                           ((string-prefix-p "no-such" .verdict) 'error)
                           (t 'warning))))
          (make-button (if found (match-beginning 0) (line-beginning-position))
                       (or found (line-end-position))
                       'face face 'help-echo said 'follow-link t 'context-broker-citation t
                       'after-string (and (not (eq face 'link))
                                          (propertize (format " [%s]" said) 'face face))
                       'action (lambda (_) (context-broker-verify--go citation))))))
    (message "Context Broker: %s" .summary)))

(defun context-broker-verify--go (citation)
  (let-alist citation
    (let* ((root (context-broker-root))
           (path (or .now.file .file))
           (line (cond (.now (caar .now.lines))
                       ((string-match "[:#]L?\\([0-9]+\\)" .citation)
                        (string-to-number (match-string 1 .citation)))
                       (t (alist-get 'start_line
                                     (car (context-broker-xref-candidates
                                           root (concat path (string-trim-left
                                                              .citation "[^#]*")))))))))
      (context-broker-xref--visit (expand-file-name path root) (or line 1)))))

(defun context-broker-verify--next (n &optional reset)
  (when reset (goto-char (point-min)))
  (dotimes (_ (max 1 (abs n)))
    (while (not (eq 'error (button-get (forward-button (if (< n 0) -1 1)) 'face))))))

(provide 'context-broker-review)
;;; context-broker-review.el ends here
