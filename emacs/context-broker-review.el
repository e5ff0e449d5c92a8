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

(defvar-local context-broker-review--process nil "The process that this buffer waits for.")

(defun context-broker-review--run (then command &rest arguments)
  "Run COMMAND of the program with ARGUMENTS for this buffer, which can end it.
THEN is called here with all that it said."
  (let* ((buffer (current-buffer))
         (program (context-broker-mcp-program))
         (output (generate-new-buffer " *context-broker output*" t)))
    (setq header-line-format
          (substitute-command-keys "At work…  \\[context-broker-review-stop] ends it")
          context-broker-review--process
          (make-process
           :name "context-broker" :buffer output :noquery t :connection-type 'pipe
           :coding 'utf-8-unix
           :command `(,@program ,command "--project" ,(directory-file-name default-directory)
                      ,@arguments)
           :sentinel
           (lambda (process _event)
             (unless (process-live-p process)
               (let ((said (with-current-buffer output (buffer-string))) (inhibit-read-only t))
                 (kill-buffer output)
                 (when (buffer-live-p buffer)
                   (with-current-buffer buffer
                     (setq context-broker-review--process nil
                           header-line-format nil)
                     (if (eq 'signal (process-status process)) (insert "Ended before it was done\n")
                       (funcall then said)))))))))))

(defun context-broker-review-stop ()
  "End what this buffer waits for."
  (interactive)
  (if context-broker-review--process (delete-process context-broker-review--process)
    (user-error "Nothing runs")))

(defun context-broker-review--buffer (name mode)
  "Show the empty buffer of the project for NAME in MODE, and make it current."
  (let* ((root (context-broker-root))
         (buffer (format "*%s: %s*" name (file-name-nondirectory (directory-file-name root)))))
    (set-buffer (get-buffer-create buffer))
    (when context-broker-review--process (user-error "It runs already: see %s" buffer))
    (let ((inhibit-read-only t)) (erase-buffer))
    (funcall mode)
    (use-local-map (make-composed-keymap
                    (let ((map (make-sparse-keymap)))
                      (define-key map (kbd "C-c C-k") #'context-broker-review-stop)
                      (define-key map "g" #'revert-buffer)
                      map)
                    (current-local-map)))
    (setq default-directory root)
    (display-buffer (current-buffer))))

(defvar context-broker-review--found (make-hash-table :test #'equal)
  "The findings of the newest reviews, by the true name of their file.")
(defvar-local context-broker-review--marks nil "Findings of this file: (MARKER . FINDING).")

(define-compilation-mode context-broker-review-mode "Review"
  "The findings of a review, each with the lines that prove it."
  (setq-local compilation-error-regexp-alist
              `((,(concat "^\\([^ \n][^:\n]*\\):\\([0-9]+\\): "
                          "\\(?:critical\\|high\\|\\(medium\\|low\\|info\\)\\): ")
                 1 2 nil (3))
                ("^  \\([^ \n][^:\n]*\\):\\([0-9]+\\): " 1 2 nil 0))))

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
  (save-current-buffer
    (context-broker-review--buffer "review" #'context-broker-review-mode)
    (setq-local revert-buffer-function (lambda (&rest _) (context-broker-review arguments)))
    (apply #'context-broker-review--run #'context-broker-review--show
           "review" "--json" arguments)))

(defun context-broker-review--show (said)
  "Show the review that the program SAID, or what went wrong."
  (let-alist (and (string-match "^{.*}$" said) (context-broker-mcp-parse (match-string 0 said)))
    (if (null .status)
        (insert (if .error (format "%s\nremedy: %s\n" .error.message .error.hint) said))
      (insert .summary "; " .compared "\n\n")
      (dolist (finding .findings)
        (let-alist finding
          (insert (format "%s:%s: %s: %s [%s]\n" .path .line .severity .message .rule))
          (dolist (line .evidence)
            (let-alist line
              (insert (if (equal .side "before") "  before the change: "
                        (format "  %s:%s: " .path .line))
                      .text "\n"))))
        (insert "\n"))
      (when .suppressed (insert (format "%d suppressed\n" (length .suppressed))))
      (dolist (rule .rules)
        (let-alist rule
          (when .why (insert (format "rule %s could not run: %s\n" .id .why)))
          (when .not_checked
            (insert (format "rule %s did not look into: %s\n" .id
                            (string-join .not_checked ", "))))))
      (dolist (what .not_checked) (insert "not looked into: " what "\n"))
      (context-broker-review-clear default-directory)
      (dolist (finding .findings)
        (push finding (gethash (expand-file-name (alist-get 'path finding))
                               context-broker-review--found)))
      (add-hook 'find-file-hook #'context-broker-review--annotate)
      (dolist (buffer (buffer-list))
        (with-current-buffer buffer (context-broker-review--annotate)))))
  (goto-char (point-min))
  (setq next-error-last-buffer (current-buffer))
  (dolist (window (get-buffer-window-list nil nil t)) (set-window-point window (point)))
  (message "Context Broker: %s" (buffer-substring (point-min) (line-end-position))))

(defun context-broker-review--annotate ()
  (let ((findings (and buffer-file-name (not (file-remote-p buffer-file-name))
                       (gethash (file-truename buffer-file-name) context-broker-review--found))))
    (when findings
      (save-excursion
        (save-restriction
          (setq context-broker-review--marks
                (mapcar (lambda (finding)
                          (context-broker-xref--go (alist-get 'line finding) nil)
                          (cons (point-marker) finding))
                        findings))))
      ;; A file that Flymake did not check gets no other checks by this.
      (unless flymake-mode
        (setq-local flymake-diagnostic-functions nil)
        (flymake-mode))
      (add-hook 'flymake-diagnostic-functions #'context-broker-review-flymake nil t)
      (flymake-start))))

(defun context-broker-review-flymake (report &rest _)
  "Tell Flymake by REPORT what the last review found in this buffer."
  (funcall report
           (cl-loop
            for (marker . finding) in context-broker-review--marks
            for end = (save-excursion
                        (save-restriction (widen) (goto-char marker) (line-end-position)))
            collect (let-alist finding
                      (flymake-make-diagnostic
                       (current-buffer) (marker-position marker) end
                       (pcase .severity
                         ((or "critical" "high") :error) ((or "medium" "low") :warning) (_ :note))
                       (format "%s [%s]" .message .rule))))))

;;;###autoload
(defun context-broker-review-clear (&optional root)
  "Remove the notes of reviews, of ROOT alone if it is given."
  (interactive)
  (dolist (file (hash-table-keys context-broker-review--found))
    (when (string-prefix-p (or root "") file) (remhash file context-broker-review--found)))
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and context-broker-review--marks
                 (not (gethash (file-truename (or buffer-file-name ""))
                               context-broker-review--found)))
        (setq context-broker-review--marks nil)
        (flymake-start)))))

;;;###autoload
(defun context-broker-report (prompt file)
  "Have the language model write a report about PROMPT into FILE.
You are asked before it is asked anything.  Then its citations are verified."
  (interactive (list (read-string "Report about: ")
                     (read-file-name "Write it to: " (context-broker-root) nil nil "REPORT.md")))
  (let ((file (expand-file-name file)))
    (when (and (file-exists-p file) (not (y-or-n-p (format "Replace %s? " file))))
      (user-error "Not written"))
    (save-current-buffer
      (context-broker-review--buffer "report" #'special-mode)
      ;; Without --yes it says what it would cost, and does not begin.
      (context-broker-review--run
       (lambda (said)
         (insert said)
         (when (and (string-match "not begun: \\(.*\\) Add --yes" said)
                    (yes-or-no-p (concat (match-string 1 said) "  Go on? ")))
           (context-broker-review--run
            (lambda (said)
              (insert said)
              (when (file-exists-p file)
                (with-current-buffer (find-file-noselect file)
                  (revert-buffer t t)
                  (display-buffer (current-buffer))
                  (context-broker-verify))))
            "write" "--out" file "--yes" "--" prompt)))
       "write" "--out" file "--" prompt))))

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
  (let ((buffer (current-buffer))
        (text (save-restriction
                (widen)
                (buffer-substring-no-properties (point-min) (point-max)))))
    (context-broker-mcp-call
     (context-broker-root) "verify_citations"
     `(:text ,text :all t ,@(and commit `(:commit ,commit)))
     :then (lambda (answer)
             (when (buffer-live-p buffer)
               (with-current-buffer buffer
                 (save-excursion
                   (save-restriction
                     (widen)
                     (context-broker-verify--show answer)))))))))

(defun context-broker-verify--show (answer)
  "Make the citations of ANSWER buttons, and say what is wrong with them."
  (context-broker-verify-mode)
  (let-alist answer
    (let ((line 0))
      (dolist (citation .citations)
        (let-alist citation
          (unless (= line .line)
            (goto-char (point-min))
            (forward-line (1- (setq line .line))))
          (let* ((found (search-forward .citation (line-end-position) t))
                 (start (if found (match-beginning 0) (line-beginning-position)))
                 (said (concat .verdict (and .reason ": ") .reason))
                 (face (cond ((equal .verdict "holds") 'link)
                             ((string-prefix-p "no-such" .verdict) 'error)
                             (t 'warning))))
            (make-button start (or found (line-end-position))
                         'face face 'help-echo said 'follow-link t 'context-broker-citation t
                         'after-string (and (not (eq face 'link))
                                            (propertize (format " [%s]" said) 'face face))
                         'action (lambda (_) (context-broker-verify--go citation)))))))
    (message "Context Broker: %s%s" .summary
             (if (null .uncited) ""
               (format "; %d of %d sentences cite nothing"
                       (apply #'+ (mapcar (lambda (row) (alist-get 'count row)) .uncited))
                       .statements)))))

(defun context-broker-verify--go (citation)
  (let-alist citation
    (let* ((root (context-broker-root))
           (path (or .now.file .file))
           (symbol (and (not (string-match "[:#]L?\\([0-9]+\\)" .citation))
                        (cadr (split-string .citation "#"))))
           (line (cond (.now (caar .now.lines))
                       ((null symbol) (string-to-number (match-string 1 .citation)))
                       (t (alist-get 'start_line (car (context-broker-xref-candidates
                                                       root (concat path "#" symbol))))))))
      (unless (file-exists-p (expand-file-name path root)) (user-error "There is no file %s" path))
      (find-file-other-window (expand-file-name path root))
      (when line (context-broker-xref--go line (and symbol (context-broker-xref--name symbol)))))))

(defun context-broker-verify--next (n &optional reset)
  (when reset (goto-char (point-min)))
  (dotimes (_ (max 1 (abs n)))
    (while (not (eq 'error (button-get (forward-button (if (< n 0) -1 1)) 'face))))))

(provide 'context-broker-review)
;;; context-broker-review.el ends here
