;;; context-broker-prompt.el --- Questions of agents to the person  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Context Broker authors
;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "28.2"))

;; This file is not part of GNU Emacs.

;;; Commentary:

;; Agents ask through the tools `prompt_choice', `multiselect', `confirm'
;; and `show_proposal', and Emacs asks whether a tool may run.  A question
;; appears in a window of its own at the bottom of the frame, without
;; taking the cursor: what you type goes on going where it went, so that
;; no key answers a question that you have not seen.  Go there by the
;; mouse or with M-x context-broker-prompt-answer.
;;
;; One question is shown at a time, and none while the minibuffer is in
;; use; the others wait.  Each has a time-out.

;;; Code:

(require 'context-broker-tools)
(require 'diff-mode)

(defgroup context-broker-prompt nil
  "Questions of coding agents."
  :group 'context-broker
  :prefix "context-broker-prompt-")

(defcustom context-broker-prompt-timeout 300
  "After so many seconds a question counts as not answered.
An agent may ask for another time."
  :type 'natnum)

(defcustom context-broker-prompt-select nil
  "Whether a question's window is selected when it appears.
Then keys that you are typing at that moment may answer it."
  :type 'boolean)

(defconst context-broker-prompt-queue-max 20
  "So many questions may wait; a further one is refused.")

(cl-defstruct (context-broker-prompt--question
               (:constructor context-broker-prompt--make)
               (:copier nil))
  "A question.
KIND is choice, many, confirm or proposal.  OPTIONS are texts, MARKS the
indexes of the marked ones.  FILE and NEW are a proposal's.  THEN gets
the answer, or `timeout' or `dismissed'."
  kind text options marks free file diff new then timer)

(defvar context-broker-prompt--queue nil
  "The questions without an answer; the first one is shown.")

(defvar context-broker-prompt--retry nil
  "Timer that shows the first question once that is possible.")

(defvar-local context-broker-prompt--shown nil
  "The question that this buffer shows.")

;;; The queue

(defun context-broker-prompt-frame ()
  "A frame on which somebody could see a question, or nil."
  (let ((seen (lambda (frame)
                (and (frame-live-p frame)
                     (frame-visible-p frame)
                     (not (frame-parent frame))
                     (not (equal (terminal-name (frame-terminal frame)) "initial_terminal"))))))
    (if (funcall seen (selected-frame)) (selected-frame)
      (seq-find seen (frame-list)))))

(cl-defun context-broker-prompt-ask (kind text then &key options free file diff new timeout)
  "Ask TEXT, a question of KIND, and call THEN with the answer.
KIND is `choice' or `many' (of OPTIONS, a list of texts), `confirm' or
`proposal' (DIFF, and the text NEW of FILE to edit).  FREE non-nil lets
the person answer a choice in words.  THEN gets an index or a text, a
list of indexes, t or nil, (accept), (edit TEXT) or (reject REASON); or
the symbol `timeout' after TIMEOUT seconds, or `dismissed'.
Return the question, for `context-broker-prompt-withdraw'.
Fails where Emacs has no frame, since nobody could see the question."
  (unless (context-broker-prompt-frame)
    (context-broker-tools-fail
     "Emacs has no frame, so nobody would see the question"
     "ask the user outside of Emacs, or to open a frame: emacsclient -c (or -t in a terminal)"))
  (unless (< (length context-broker-prompt--queue) context-broker-prompt-queue-max)
    (context-broker-tools-fail
     (format "%d questions wait for the user already" context-broker-prompt-queue-max)
     "wait for their answers"))
  (let ((question (context-broker-prompt--make
                   :kind kind :text text :options options :free free
                   :file file :diff diff :new new :then then)))
    (setf (context-broker-prompt--question-timer question)
          (run-at-time (or timeout context-broker-prompt-timeout) nil
                       #'context-broker-prompt--end question 'timeout))
    (setq context-broker-prompt--queue
          (append context-broker-prompt--queue (list question)))
    (context-broker-prompt--show-soon)
    question))

(defun context-broker-prompt-withdraw (question)
  "Take QUESTION back: nobody waits for its answer any more."
  (setf (context-broker-prompt--question-then question) #'ignore)
  (context-broker-prompt--end question 'dismissed))

(defun context-broker-prompt--end (question answer)
  "End QUESTION with ANSWER, and show the next one."
  (when (memq question context-broker-prompt--queue)
    (setq context-broker-prompt--queue (delq question context-broker-prompt--queue))
    (cancel-timer (context-broker-prompt--question-timer question))
    (dolist (buffer (buffer-list))
      (when (eq (buffer-local-value 'context-broker-prompt--shown buffer) question)
        (context-broker-prompt--close buffer)))
    (context-broker-prompt--show-soon)
    ;; Later, so that what follows is no part of the person's command.
    (run-at-time 0 nil (context-broker-prompt--question-then question) answer)))

(defun context-broker-prompt--close (buffer)
  "Remove BUFFER and the windows that it was shown in."
  (dolist (window (get-buffer-window-list buffer nil t))
    (quit-restore-window window 'bury))
  (with-current-buffer buffer (set-buffer-modified-p nil))
  (kill-buffer buffer))

(defun context-broker-prompt--show-soon ()
  "Show the first question, now or once the minibuffer is not in use."
  (unless context-broker-prompt--retry
    (setq context-broker-prompt--retry
          (run-at-time 0 0.3 #'context-broker-prompt--show-first))))

(defun context-broker-prompt--show-first ()
  "Show the first question if that is possible now."
  (let ((question (car context-broker-prompt--queue))
        (frame (context-broker-prompt-frame)))
    (when (or (null question)
              (and frame (zerop (minibuffer-depth))))
      (when context-broker-prompt--retry
        (cancel-timer context-broker-prompt--retry)
        (setq context-broker-prompt--retry nil))
      (when (and question
                 (not (seq-some (lambda (buffer)
                                  (eq (buffer-local-value 'context-broker-prompt--shown buffer)
                                      question))
                                (buffer-list))))
        (context-broker-prompt--show question frame)))))

;;; The buffer

(defvar context-broker-prompt-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap button-buffer-map special-mode-map))
    (dotimes (index 9)
      (define-key map (number-to-string (1+ index)) #'context-broker-prompt-choose-number))
    (define-key map "y" #'context-broker-prompt-yes)
    (define-key map "n" #'context-broker-prompt-no)
    (define-key map "m" #'context-broker-prompt-mark)
    (define-key map " " #'context-broker-prompt-mark)
    (define-key map "o" #'context-broker-prompt-other)
    (define-key map "a" #'context-broker-prompt-accept)
    (define-key map "e" #'context-broker-prompt-edit)
    (define-key map "r" #'context-broker-prompt-reject)
    (define-key map "R" #'context-broker-prompt-reject-because)
    (define-key map (kbd "C-c C-c") #'context-broker-prompt-done)
    (define-key map "q" #'context-broker-prompt-dismiss)
    (define-key map "g" #'ignore)
    map)
  "Keymap of a question.")

(define-derived-mode context-broker-prompt-mode special-mode "Question"
  "Major mode of a question that a coding agent asks.
\\{context-broker-prompt-mode-map}"
  (setq-local truncate-lines nil
              word-wrap t))

(defun context-broker-prompt--show (question frame)
  "Show QUESTION on FRAME."
  (let ((buffer (generate-new-buffer "*Context Broker question*")))
    (with-current-buffer buffer
      (context-broker-prompt-mode)
      (setq context-broker-prompt--shown question)
      (context-broker-prompt--draw))
    (with-selected-frame frame
      (let ((window (display-buffer
                     buffer '((display-buffer-in-side-window)
                              (side . bottom) (slot . 1)
                              (window-height
                               . (lambda (window)
                                   (fit-window-to-buffer window (/ (frame-height) 2) 5)))))))
        (when (and window context-broker-prompt-select)
          (select-window window))))
    (message "Context Broker asks: %s (%s)"
             (truncate-string-to-width
              (car (split-string (context-broker-prompt--question-text question) "\n")) 60 nil nil t)
             (substitute-command-keys
              "\\<global-map>\\[context-broker-prompt-answer] goes there"))))

(defun context-broker-prompt--draw ()
  "Draw the question of this buffer."
  (let* ((question context-broker-prompt--shown)
         (kind (context-broker-prompt--question-kind question))
         (waiting (1- (length context-broker-prompt--queue)))
         (inhibit-read-only t)
         (line (line-number-at-pos)))
    (erase-buffer)
    (insert (propertize (context-broker-prompt--question-text question) 'face 'bold))
    (when (> waiting 0)
      (insert (propertize (format "   (%d more %s)" waiting (if (= waiting 1) "waits" "wait"))
                          'face 'shadow)))
    (insert "\n\n")
    (seq-do-indexed
     (lambda (option index)
       (insert-text-button
        (concat (and (eq kind 'many)
                     (if (memq index (context-broker-prompt--question-marks question))
                         "[x] " "[ ] "))
                (format "%d  %s" (1+ index) option))
        'index index 'follow-link t 'face 'default 'mouse-face 'highlight
        'action (lambda (button)
                  (context-broker-prompt--choose (button-get button 'index))))
       (insert "\n"))
     (context-broker-prompt--question-options question))
    (when (eq kind 'proposal)
      (insert (context-broker-prompt--question-diff question))
      (unless (bolp) (insert "\n")))
    (insert "\n"
            (propertize
             (pcase kind
               ('choice (concat "RET or a number: choose"
                                (and (context-broker-prompt--question-free question)
                                     "   o: answer in words")
                                "   q: no answer"))
               ('many "m or a number: mark   C-c C-c: done   q: no answer")
               ('confirm "y: yes   n: no   q: no answer")
               ('proposal
                "a: accept   e: edit   r: reject   R: reject and say why   q: no answer"))
             'face 'shadow))
    (goto-char (point-min))
    (forward-line (1- (if (> line 1) line 3)))))

(defun context-broker-prompt--fontify-diff (diff)
  "DIFF with the faces of `diff-mode'."
  (with-temp-buffer
    (insert diff)
    (delay-mode-hooks (diff-mode))
    (font-lock-ensure)
    (buffer-string)))

(defun context-broker-prompt--answer (kinds answer)
  "End the question of this buffer, one of KINDS, with ANSWER."
  (let ((question context-broker-prompt--shown))
    (unless (and question (memq (context-broker-prompt--question-kind question) kinds))
      (user-error "This question has no such answer"))
    (context-broker-prompt--end question answer)))

(defun context-broker-prompt--choose (index)
  "Choose or mark the option INDEX."
  (let ((question context-broker-prompt--shown))
    (unless (nth index (context-broker-prompt--question-options question))
      (user-error "There is no answer %d" (1+ index)))
    (if (eq (context-broker-prompt--question-kind question) 'choice)
        (context-broker-prompt--answer '(choice) index)
      (setf (context-broker-prompt--question-marks question)
            (let ((marks (context-broker-prompt--question-marks question)))
              (if (memq index marks) (remq index marks) (cons index marks))))
      (context-broker-prompt--draw))))

(defun context-broker-prompt-answer ()
  "Go to the question that waits for an answer."
  (interactive)
  (unless context-broker-prompt--queue
    (user-error "No question waits"))
  (context-broker-prompt--show-first)
  (if-let ((buffer (seq-find (lambda (buffer)
                               (buffer-local-value 'context-broker-prompt--shown buffer))
                             (buffer-list))))
      (pop-to-buffer buffer)
    (user-error "The question appears once the minibuffer is free")))

(defun context-broker-prompt-choose-number ()
  "Choose the option whose number was typed."
  (interactive)
  (context-broker-prompt--choose (- last-command-event ?1)))

(defun context-broker-prompt-mark ()
  "Mark the option at point, or remove its mark."
  (interactive)
  (if-let ((button (button-at (point))))
      (context-broker-prompt--choose (button-get button 'index))
    (user-error "No option here")))

(defun context-broker-prompt-other (text)
  "Answer the question in words: TEXT."
  (interactive (list (read-string "Answer: ")))
  (unless (context-broker-prompt--question-free context-broker-prompt--shown)
    (user-error "This question wants one of its options"))
  (context-broker-prompt--answer '(choice) text))

(defun context-broker-prompt-yes ()
  "Answer yes."
  (interactive)
  (context-broker-prompt--answer '(confirm) t))

(defun context-broker-prompt-no ()
  "Answer no."
  (interactive)
  (context-broker-prompt--answer '(confirm) nil))

(defun context-broker-prompt-done ()
  "Answer with the marked options."
  (interactive)
  (context-broker-prompt--answer
   '(many) (list 'marked (sort (copy-sequence (context-broker-prompt--question-marks
                                               context-broker-prompt--shown))
                               #'<))))

(defun context-broker-prompt-accept ()
  "Accept the proposal."
  (interactive)
  (context-broker-prompt--answer '(proposal) '(accept)))

(defun context-broker-prompt-reject ()
  "Reject the proposal."
  (interactive)
  (context-broker-prompt--answer '(proposal) '(reject "")))

(defun context-broker-prompt-reject-because (reason)
  "Reject the proposal, and say REASON."
  (interactive (list (read-string "Why: ")))
  (context-broker-prompt--answer '(proposal) (list 'reject reason)))

(defun context-broker-prompt-dismiss ()
  "Give no answer."
  (interactive)
  (when context-broker-prompt--shown
    (context-broker-prompt--end context-broker-prompt--shown 'dismissed)))

;;; Editing a proposal

(defvar context-broker-prompt-edit-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "C-c C-c") #'context-broker-prompt-edit-done)
    (define-key map (kbd "C-c C-k") #'context-broker-prompt-edit-cancel)
    map)
  "Keymap of a proposal that is edited.")

(define-minor-mode context-broker-prompt-edit-mode
  "Minor mode of a proposal that is edited before it is accepted."
  :lighter " Proposal")

(defun context-broker-prompt-edit ()
  "Edit the proposed text, and answer with that."
  (interactive)
  (let ((question context-broker-prompt--shown))
    (unless (eq (context-broker-prompt--question-kind question) 'proposal)
      (user-error "Only a proposal can be edited"))
    (pop-to-buffer (generate-new-buffer "*Context Broker proposal*"))
    (insert (context-broker-prompt--question-new question))
    (goto-char (point-min))
    (let ((enable-local-variables nil)
          (buffer-file-name (context-broker-prompt--question-file question)))
      (when buffer-file-name
        (delay-mode-hooks (set-auto-mode))))
    (setq context-broker-prompt--shown question)
    (put 'context-broker-prompt--shown 'permanent-local t)
    (set-buffer-modified-p nil)
    (context-broker-prompt-edit-mode)
    (setq header-line-format
          (substitute-command-keys
           "\\<context-broker-prompt-edit-mode-map>Edit the proposal; \\[context-broker-prompt-edit-done] accepts it, \\[context-broker-prompt-edit-cancel] goes back"))))

(defun context-broker-prompt-edit-done ()
  "Accept the proposal as it was edited."
  (interactive)
  (context-broker-prompt--answer
   '(proposal) (list 'edit (save-restriction
                             (widen)
                             (buffer-substring-no-properties (point-min) (point-max))))))

(defun context-broker-prompt-edit-cancel ()
  "Go back to the proposal as it was."
  (interactive)
  (context-broker-prompt--close (current-buffer))
  (context-broker-prompt-answer))

;;; Approval of tools

(defconst context-broker-prompt--approvals
  '(("Once" . once)
    ("From now on, in this session" . session)
    ("From now on, for every agent" . always)
    ("No" . no)
    ("Never in this session" . never))
  "Answers to the question whether a tool may run.")

(defun context-broker-prompt-approval (tool session arguments timeout then)
  "Ask whether TOOL may run in SESSION with ARGUMENTS, an alist.
THEN gets one of the symbols once, session, always, no, never, timeout.
Return the question; after TIMEOUT seconds it is withdrawn."
  (context-broker-prompt-ask
   'choice
   (format "May %s run %s?%s" (if (string-empty-p session) "the agent" session) tool
           (mapconcat
            (lambda (argument)
              (format "\n  %s: %s" (car argument)
                      (truncate-string-to-width
                       (replace-regexp-in-string
                        "\n" "\n    "
                        (if (stringp (cdr argument)) (cdr argument) (format "%S" (cdr argument))))
                       2000 nil nil t)))
            arguments ""))
   (lambda (answer)
     (funcall then
              (if (integerp answer) (cdr (nth answer context-broker-prompt--approvals))
                (if (eq answer 'timeout) 'timeout 'no))))
   :options (mapcar #'car context-broker-prompt--approvals)
   :timeout timeout))

;;; Diffs

(defun context-broker-prompt-diff (old new label)
  "The unified diff from OLD to NEW, two texts, of LABEL; \"\" if equal."
  (let ((files (list (make-temp-file "cb-old") (make-temp-file "cb-new")))
        (coding-system-for-write 'utf-8-unix)
        (coding-system-for-read 'utf-8-unix)
        (default-directory temporary-file-directory))
    (unwind-protect
        (progn
          (write-region old nil (car files) nil 'silent)
          (write-region new nil (cadr files) nil 'silent)
          (with-temp-buffer
            (apply #'call-process diff-command nil t nil "-u"
                   "--label" (concat "a/" label) "--label" (concat "b/" label) files)
            (buffer-string)))
      (mapc #'delete-file files))))

;;; The tools

(defun context-broker-prompt--later (kind text timeout result &rest more)
  "An answer that comes later: of a question of KIND with TEXT.
TIMEOUT is in seconds, or nil.  RESULT makes an alist of the answer;
MORE are arguments of `context-broker-prompt-ask'."
  (let ((seconds (max 1 (min 3600 (or timeout context-broker-prompt-timeout)))))
    (context-broker-tools-later
     (lambda (answer)
       (let ((question
              (apply #'context-broker-prompt-ask kind text
                     (lambda (given)
                       (funcall answer
                                (context-broker-tools-value
                                 (if (memq given '(timeout dismissed))
                                     `((answered . :false) (reason . ,(symbol-name given)))
                                   `((answered . t) ,@(funcall result given))))))
                     :timeout seconds more)))
         (lambda () (context-broker-prompt-withdraw question))))
     :message (format "the user is asked: %s" (truncate-string-to-width text 200 nil nil t))
     :seconds seconds)))

(defun context-broker-prompt--options (options)
  "OPTIONS, a list of texts; fails where there are none or too many."
  (if (and options (<= (length options) 100)) options
    (context-broker-tools-fail "a question has 1 to 100 options" "send them as a list of texts")))

(context-broker-deftool prompt_choice
  "Ask the user in Emacs to choose one of several options. Waits for the answer: {answered, choice, index} (index from 0), or {answered: false, reason} after a time-out or if the user dismisses it."
  :safe t :bound nothing :context nil
  :args ((question string :required "one or more lines")
         (options (array string) :required "what the user can choose")
         (allow_other boolean "let the user answer in words: then choice is those and index is null")
         (timeout integer "seconds; default 300"))
  (context-broker-prompt--later
   'choice question timeout
   (lambda (given)
     (if (stringp given) `((choice . ,given) (index . :null))
       `((choice . ,(nth given options)) (index . ,given))))
   :options (context-broker-prompt--options options) :free allow_other))

(context-broker-deftool multiselect
  "Ask the user in Emacs to choose any number of several options. Waits for the answer: {answered, choices, indexes} (from 0, in the options' order), or {answered: false, reason}."
  :safe t :bound nothing :context nil
  :args ((question string :required "one or more lines")
         (options (array string) :required "what the user can choose")
         (timeout integer "seconds; default 300"))
  (context-broker-prompt--later
   'many question timeout
   (lambda (given)
     `((choices . ,(vconcat (mapcar (lambda (index) (nth index options)) (cadr given))))
       (indexes . ,(vconcat (cadr given)))))
   :options (context-broker-prompt--options options)))

(context-broker-deftool confirm
  "Ask the user in Emacs a question of yes or no. Waits for the answer: {answered, confirmed}, or {answered: false, reason}."
  :safe t :bound nothing :context nil
  :args ((question string :required "one or more lines")
         (timeout integer "seconds; default 300"))
  (context-broker-prompt--later
   'confirm question timeout (lambda (given) `((confirmed . ,(if given t :false))))))

(context-broker-deftool show_proposal
  "Show the user in Emacs a change as a diff, to accept, edit or reject. Nothing is changed: write an accepted text yourself. Waits for the answer: {answered, decision: accept|edit|reject, text (of edit), reason (of reject)}, or {answered: false, reason}."
  :safe t :bound buffer :context nil
  :args ((new_text string :required "the whole text as proposed")
         (old_text string "the whole text as it is; default: that of the file, if one is given")
         (file file "the file that the change is for; decides how the text is shown")
         (title string "what the change is for")
         (timeout integer "seconds; default 300"))
  (let* ((old_text (or old_text
                  (and file (file-exists-p file)
                       (with-current-buffer (context-broker-tools-visit file)
                         (save-restriction
                           (widen)
                           (buffer-substring-no-properties (point-min) (point-max)))))
                  ""))
         (diff (context-broker-prompt-diff
                old_text new_text (if file (file-name-nondirectory file) "text"))))
    (when (string-empty-p diff)
      (context-broker-tools-fail "the two texts are equal" "send the text as you want it to be"))
    (context-broker-prompt--later
     'proposal (or title (format "Change %s?" (if file (abbreviate-file-name file) "this text")))
     timeout
     (lambda (given)
       `((decision . ,(symbol-name (car given)))
         ,@(pcase given
             (`(edit ,text) `((text . ,text)))
             (`(reject ,reason) (unless (string-empty-p reason) `((reason . ,reason)))))))
     :file file :new new_text :diff (context-broker-prompt--fontify-diff diff))))

(provide 'context-broker-prompt)
;;; context-broker-prompt.el ends here
