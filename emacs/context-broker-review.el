;;; context-broker-review.el --- Reviews, and reports with citations  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `context-broker-review' judges a change, and shows what it finds in a
;; buffer for `next-error' and as notes of Flymake in the files.
;; `context-broker-report' has the configured language model write a report.
;; `context-broker-verify' makes the citations of a text buttons, and marks
;; those that are false.

;;; Code:

(require 'cl-lib)
(require 'compile)
(require 'context-broker-mcp)
(require 'context-broker-xref)
(require 'flymake)
(require 'seq)
(require 'subr-x)

(defcustom context-broker-review-notes t
  "Whether the findings of a review are notes in the buffers of their files."
  :type 'boolean
  :group 'context-broker)

;;; Commands of the program

(defvar-local context-broker-review--process nil
  "The process that this buffer waits for.")

(defun context-broker-review--run (buffer root arguments then)
  "Run the program with ARGUMENTS in ROOT for BUFFER, which can end it.
THEN is called there with exit code, output and what it said of errors."
  (let* ((default-directory root)
         (program (or (executable-find (car context-broker-program))
                      (user-error "There is no program %s: set %s"
                                  (car context-broker-program)
                                  "`context-broker-program'")))
         (output (generate-new-buffer " *context-broker output*" t))
         (errors (generate-new-buffer " *context-broker errors*" t))
         (text (lambda (of)
                 (prog1 (with-current-buffer of (buffer-string))
                   (kill-buffer of)))))
    (make-process
     :name "context-broker" :buffer output :stderr errors :noquery t
     :connection-type 'pipe :coding 'utf-8-unix
     :command `(,program ,@(cdr context-broker-program) ,@arguments)
     :sentinel
     (lambda (process _event)
       (unless (process-live-p process)
         ;; What it said last may come after its end.
         (let ((pipe (get-buffer-process errors)))
           (when pipe
             (set-process-sentinel pipe #'ignore)
             (while (accept-process-output pipe .01))))
         (let ((said (funcall text errors)) (answer (funcall text output)))
           (when (buffer-live-p buffer)
             (with-current-buffer buffer
               (setq context-broker-review--process nil)
               (force-mode-line-update)
               (funcall then (if (eq 'signal (process-status process)) 'ended
                               (process-exit-status process))
                        answer said)))))))))

(defun context-broker-review-stop ()
  "End what this buffer waits for."
  (interactive)
  (if (process-live-p context-broker-review--process)
      (delete-process context-broker-review--process)
    (user-error "Nothing runs")))

(defun context-broker-review--header (then)
  "Return the header line of the buffer of a command; THEN when it has ended."
  (substitute-command-keys
   (if (process-live-p context-broker-review--process)
       "Context Broker is at work…  \\[context-broker-review-stop] ends it"
     then)))

;;; The buffer of a review

(defvar-local context-broker-review--arguments nil
  "The arguments of the review of this buffer.")

(defvar context-broker-review-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-k") #'context-broker-review-stop)
    (define-key map "g" #'revert-buffer)
    map)
  "Keys of a review, beside those of `compilation-mode'.")

(define-compilation-mode context-broker-review-mode "Review"
  "The findings of a review, each with the lines that prove it.

\\{context-broker-review-mode-map}"
  (setq header-line-format
        '(:eval (context-broker-review--header
                 "\\[next-error] goes to the next place,\
 \\[revert-buffer] reviews again")))
  (setq-local
   compilation-error-regexp-alist
   `((,(concat "^\\([^ \n][^:\n]*\\):\\([0-9]+\\): "
               "\\(?:critical\\|high\\|\\(medium\\|low\\|info\\)\\): ")
      1 2 nil (3))
     ("^  \\([^ \n][^:\n]*\\):\\([0-9]+\\): " 1 2 nil 0))
   revert-buffer-function
   (lambda (&rest _)
     (context-broker-review--start default-directory
                                   context-broker-review--arguments))))

;;;###autoload
(defun context-broker-review (arguments)
  "Review a change of the project: what is staged, a commit, or a branch.
ARGUMENTS are those of `context-broker review', a list of strings."
  (interactive
   (list (pcase (completing-read "Review: " '("staged" "commit" "branch") nil
                                 t nil nil "staged")
           ("staged" '("--mode" "staged"))
           ("commit" (list "--mode" "commit" "--commit"
                           (read-string "Commit: " "HEAD")))
           (_ (list "--mode" "pr" "--base"
                    (read-string "To be merged into: " "main"))))))
  (context-broker-review--start (context-broker-root) arguments))

(defun context-broker-review--start (root arguments)
  "Review a change of ROOT as ARGUMENTS say, and show what is found."
  (let ((buffer (get-buffer-create
                 (format "*review: %s*" (file-name-nondirectory
                                         (directory-file-name root))))))
    (with-current-buffer buffer
      (when (process-live-p context-broker-review--process)
        (user-error "This project is being reviewed"))
      (let ((inhibit-read-only t)) (erase-buffer))
      (setq default-directory root)
      (context-broker-review-mode)
      (setq context-broker-review--arguments arguments
            context-broker-review--process
            (context-broker-review--run
             buffer root
             `("review" "--json" "--project" ,(directory-file-name root)
               ,@arguments)
             #'context-broker-review--show)))
    (display-buffer buffer)))

(defun context-broker-review--show (code answer said)
  "Show ANSWER of a review that ended with CODE and SAID what went wrong."
  (let ((inhibit-read-only t)
        (review (and (member code '(0 1)) (context-broker-mcp-parse answer))))
    (if (null review)
        (insert (if (eq code 'ended) "Ended before it was done\n"
                  (context-broker-review--failure said)))
      (insert (alist-get 'summary review) "; " (alist-get 'compared review)
              "\n\n")
      (dolist (finding (alist-get 'findings review))
        (insert (format "%s:%s: %s: %s [%s]\n"
                        (alist-get 'path finding) (alist-get 'line finding)
                        (alist-get 'severity finding)
                        (alist-get 'message finding)
                        (alist-get 'rule finding)))
        (dolist (line (alist-get 'evidence finding))
          (insert (if (equal (alist-get 'side line) "before")
                      "  before the change: "
                    (format "  %s:%s: " (alist-get 'path line)
                            (alist-get 'line line)))
                  (alist-get 'text line) "\n"))
        (insert "\n"))
      (let ((suppressed (length (alist-get 'suppressed review))))
        (when (> suppressed 0)
          (insert (format "%d suppressed\n" suppressed))))
      (dolist (rule (alist-get 'rules review))
        (when (equal (alist-get 'state rule) "unavailable")
          (insert (format "rule %s could not run: %s\n" (alist-get 'id rule)
                          (alist-get 'why rule))))
        (dolist (what (alist-get 'not_checked rule))
          (insert (format "rule %s did not look into: %s\n"
                          (alist-get 'id rule) what))))
      (dolist (what (alist-get 'not_checked review))
        (insert "not looked into: " what "\n"))
      (when context-broker-review-notes
        (context-broker-review--note default-directory
                                     (alist-get 'findings review))))
    (goto-char (point-min))
    (dolist (window (get-buffer-window-list nil nil t))
      (set-window-point window (point)))
    (message "Context Broker: %s"
             (buffer-substring (point-min) (line-end-position)))))

(defun context-broker-review--failure (said)
  "Return SAID, the errors of a command, as a person reads it."
  (replace-regexp-in-string
   "^{.*}$"
   (lambda (line)
     (let ((failure (alist-get 'error (context-broker-mcp-parse line))))
       (format "%s\nremedy: %s" (alist-get 'message failure)
               (alist-get 'hint failure))))
   said t t))

;;; Notes in the files

(defvar context-broker-review--found (make-hash-table :test #'equal)
  "The findings of the newest review, by the true name of their file.")

(defvar-local context-broker-review--marks nil
  "Findings of this buffer, each with the marker of its line in front.")

(defun context-broker-review--note (root findings)
  "Show FINDINGS of ROOT as notes, in place of those of its last review."
  (context-broker-review-clear root)
  (dolist (finding findings)
    (push finding (gethash (expand-file-name (alist-get 'path finding) root)
                           context-broker-review--found)))
  (add-hook 'find-file-hook #'context-broker-review--annotate)
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer (context-broker-review--annotate))))

(defun context-broker-review--annotate ()
  "Show the findings of the file of this buffer, if it has some."
  (let ((findings (and buffer-file-name
                       (not (file-remote-p buffer-file-name))
                       (gethash (file-truename buffer-file-name)
                                context-broker-review--found))))
    (when findings
      (save-restriction
        (widen)
        (save-excursion
          (setq context-broker-review--marks
                (mapcar (lambda (finding)
                          (goto-char (point-min))
                          (forward-line (1- (alist-get 'line finding)))
                          (cons (point-marker) finding))
                        findings))))
      ;; A file that Flymake did not check gets no other checks by this.
      (unless flymake-mode
        (setq-local flymake-diagnostic-functions nil))
      (add-hook 'flymake-diagnostic-functions #'context-broker-review-flymake
                nil t)
      (unless flymake-mode (flymake-mode))
      (flymake-start))))

(defun context-broker-review-flymake (report &rest _)
  "Tell Flymake by REPORT what the last review found in this buffer."
  (funcall
   report
   (mapcar (pcase-lambda (`(,marker . ,finding))
             (save-restriction
               (widen)
               (let ((region (flymake-diag-region
                              (current-buffer)
                              (line-number-at-pos marker))))
                 (flymake-make-diagnostic
                  (current-buffer) (car region) (cdr region)
                  (pcase (alist-get 'severity finding)
                    ((or "critical" "high") :error)
                    ((or "medium" "low") :warning)
                    (_ :note))
                  (format "%s [%s]" (alist-get 'message finding)
                          (alist-get 'rule finding))))))
           context-broker-review--marks)))

(defun context-broker-review-clear (&optional root)
  "Remove the notes of reviews, of ROOT alone if it is given."
  (interactive)
  (maphash (lambda (file _)
             (when (or (null root) (string-prefix-p root file))
               (remhash file context-broker-review--found)))
           (copy-hash-table context-broker-review--found))
  (dolist (buffer (buffer-list))
    (with-current-buffer buffer
      (when (and context-broker-review--marks
                 (not (gethash (file-truename buffer-file-name)
                               context-broker-review--found)))
        (setq context-broker-review--marks nil)
        (flymake-start)))))

;;; Reports

(defvar context-broker-report-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-k") #'context-broker-review-stop)
    map)
  "Keys of a buffer that waits for a report.")

(define-derived-mode context-broker-report-mode special-mode "Report"
  "How the writing of a report goes.

\\{context-broker-report-mode-map}"
  (setq header-line-format '(:eval (context-broker-review--header ""))))

;;;###autoload
(defun context-broker-report (prompt file)
  "Have the language model write a report about PROMPT into FILE.
You are asked before it is asked anything.  Then its citations are verified."
  (interactive
   (list (read-string "Report about: ")
         (read-file-name "Write it to: " nil nil nil "REPORT.md")))
  (let* ((root (context-broker-root))
         (buffer (get-buffer-create "*context-broker report*"))
         (file (expand-file-name file))
         (arguments (list "write" prompt "--out" file
                          "--project" (directory-file-name root))))
    (when (and (file-exists-p file)
               (not (y-or-n-p (format "Replace %s? " file))))
      (user-error "Not written"))
    (with-current-buffer buffer
      (when (process-live-p context-broker-review--process)
        (user-error "A report is being written"))
      (context-broker-report-mode)
      (setq default-directory root)
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert "A report about " prompt "\n\n"))
      (setq context-broker-review--process
            (context-broker-review--run
             buffer root arguments
             (lambda (code answer said)
               (context-broker-report--ask code answer said
                                           arguments file)))))
    (display-buffer buffer)))

(defun context-broker-report--ask (code answer said arguments file)
  "Ask whether to write a report to FILE, and then write it.
CODE, ANSWER and SAID are of the command of ARGUMENTS, which does not begin
by itself: it tells what it would cost."
  (let ((inhibit-read-only t)
        (estimate (and (eql code 1)
                       (string-match "not begun: \\(.*\\) Add --yes" answer)
                       (match-string 1 answer))))
    (cond
     ((null estimate)
      (insert (if (eq code 'ended) "Ended\n" (concat answer said))))
     ((not (yes-or-no-p (concat estimate "  Go on? ")))
      (insert estimate "\nNot begun.\n"))
     (t
      (insert estimate "\n")
      (setq context-broker-review--process
            (context-broker-review--run
             (current-buffer) default-directory
             (append arguments '("--yes"))
             (lambda (_code answer said)
               (let ((inhibit-read-only t)) (insert answer said))
               (when (file-exists-p file)
                 (with-current-buffer (find-file-noselect file)
                   (revert-buffer t t)
                   (display-buffer (current-buffer))
                   (context-broker-verify))))))))))

;;; Citations

(defvar context-broker-verify-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "M-n") #'forward-button)
    (define-key map (kbd "M-p") #'backward-button)
    map)
  "Keys of a text whose citations are buttons.")

(define-minor-mode context-broker-verify-mode
  "The citations of this text are buttons; those that are false are marked.
\\[next-error] goes from one false citation to the next.

\\{context-broker-verify-mode-map}"
  :lighter " Cited"
  :interactive nil
  (if context-broker-verify-mode
      (setq-local next-error-function #'context-broker-verify--next)
    (kill-local-variable 'next-error-function))
  (remove-overlays nil nil 'context-broker-citation t))

;;;###autoload
(defun context-broker-verify (&optional commit)
  "Check the citations of this buffer's text, and make them buttons.
With prefix argument, or COMMIT, they are of the files as they were then.
Call it again after changes; `context-broker-verify-stop' removes them."
  (interactive (list (and current-prefix-arg (read-string "Commit: " "HEAD"))))
  (let ((buffer (current-buffer))
        (text (save-restriction
                (widen)
                (buffer-substring-no-properties (point-min) (point-max)))))
    (context-broker-mcp-call
     (context-broker-root) "verify_citations"
     `(:text ,text :all t :check_support t ,@(and commit `(:commit ,commit)))
     :then (lambda (answer)
             (when (buffer-live-p buffer)
               (with-current-buffer buffer
                 (context-broker-verify--show answer)))))))

(defun context-broker-verify-stop ()
  "Make the citations of this buffer plain text again."
  (interactive)
  (context-broker-verify-mode -1))

(defun context-broker-verify--show (answer)
  "Make the citations of ANSWER buttons."
  (context-broker-verify-mode)
  (save-restriction
    (widen)
    (save-excursion
      (let ((line 0))
        (dolist (citation (alist-get 'citations answer))
          (unless (= line (alist-get 'line citation))
            (setq line (alist-get 'line citation))
            (goto-char (point-min))
            (forward-line (1- line)))
          (context-broker-verify--button
           citation (search-forward (alist-get 'citation citation)
                                    (line-end-position) t))))
      (dolist (row (alist-get 'unsupported answer))
        (goto-char (point-min))
        (forward-line (1- (alist-get 'line row)))
        (let ((overlay (make-overlay (point) (line-end-position))))
          (overlay-put overlay 'context-broker-citation t)
          (overlay-put overlay 'after-string
                       (propertize (format "  [not in the cited lines: %s]"
                                           (string-join
                                            (alist-get 'missing row) ", "))
                                   'face 'warning))))))
  (let ((uncited (apply #'+ (mapcar (lambda (row) (alist-get 'count row))
                                    (alist-get 'uncited answer)))))
    (message "Context Broker: %s%s" (alist-get 'summary answer)
             (if (= 0 uncited) ""
               (format "; %d of %d sentences cite nothing" uncited
                       (alist-get 'statements answer))))))

(defun context-broker-verify--button (citation end)
  "Make CITATION, which ends at END or is somewhere in this line, a button."
  (let* ((verdict (alist-get 'verdict citation))
         (false (string-prefix-p "no-such" verdict))
         (said (concat verdict (and (alist-get 'reason citation) ": ")
                       (alist-get 'reason citation)))
         (button (make-button
                  (if end (- end (length (alist-get 'citation citation)))
                    (line-beginning-position))
                  (or end (line-end-position))
                  'face (cond (false 'error)
                              ((equal verdict "holds") 'link)
                              (t 'warning))
                  'help-echo said 'follow-link t
                  'action (lambda (_)
                            (context-broker-verify--go citation)))))
    (overlay-put button 'context-broker-citation t)
    (overlay-put button 'context-broker-false false)
    (unless (equal verdict "holds")
      (overlay-put button 'after-string
                   (propertize (format " [%s]" said) 'face
                               (if false 'error 'warning))))))

(defun context-broker-verify--go (citation)
  "Show the place of CITATION, where it is now."
  (let* ((root (context-broker-root))
         (text (alist-get 'citation citation))
         (now (alist-get 'now citation))
         (path (or (alist-get 'file now) (alist-get 'file citation)))
         (file (expand-file-name path root))
         (symbol (and (string-match "#\\(.+\\)\\'" text)
                      (not (string-match-p "#L[0-9]" text))
                      (match-string 1 text)))
         (line (cond
                (now (caar (alist-get 'lines now)))
                (symbol (alist-get 'start_line
                                   (car (context-broker-xref-candidates
                                         root (concat path "#" symbol)))))
                ((string-match "\\(?::\\|#L\\)\\([0-9]+\\)" text)
                 (string-to-number (match-string 1 text))))))
    (unless (file-exists-p file) (user-error "There is no file %s" path))
    (find-file-other-window file)
    (when line
      (widen)
      (context-broker-xref--go
       line (and symbol (context-broker-xref--name symbol))))))

(defun context-broker-verify--next (n &optional reset)
  "Go to the Nth next false citation, from the beginning with RESET."
  (when reset (goto-char (point-min)))
  (let* ((false (seq-filter
                 (lambda (overlay) (overlay-get overlay 'context-broker-false))
                 (overlays-in (point-min) (point-max))))
         (places (sort (mapcar #'overlay-start false) #'<))
         (next (if (< n 0)
                   (nth (1- (- n)) (nreverse (seq-filter
                                              (lambda (at) (< at (point)))
                                              places)))
                 (nth (max 0 (1- n))
                      (seq-filter (lambda (at)
                                    (if (or reset (= n 0)) (>= at (point))
                                      (> at (point))))
                                  places)))))
    (unless next (user-error "No more false citations"))
    (goto-char next)))

(provide 'context-broker-review)
;;; context-broker-review.el ends here
