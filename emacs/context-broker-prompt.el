;;; context-broker-prompt.el --- Questions of agents to the person  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Agents ask by the tools prompt_choice, multiselect, confirm and show_proposal, and Emacs asks
;; whether a tool may run.  A question appears in a window at the bottom of the frame and does not
;; take the cursor, so that no key answers what was not seen; M-x context-broker-prompt-answer goes
;; there.  One is shown at a time, and none while the minibuffer is in use; the others wait.

;;; Code:

(require 'context-broker-tools)
(require 'diff-mode)

(defcustom context-broker-prompt-timeout 300
  "Seconds after which a question of an agent counts as not answered."
  :type 'natnum :group 'context-broker)

(defconst context-broker-prompt-queue-max 20 "More questions are refused while so many wait.")

(defvar context-broker-prompt--queue nil "The questions without an answer; the first is shown.")
(defvar context-broker-prompt--retry nil "Timer that shows the first question.")
(defvar-local context-broker-prompt--shown nil "The question of this buffer.")
(put 'context-broker-prompt--shown 'permanent-local t)

;;; The queue
(defun context-broker-prompt-frame ()
  "A frame on which somebody could see a question, or nil."
  (seq-find (lambda (frame)
              (and (frame-visible-p frame) (not (frame-parent frame))
                   (not (equal (terminal-name (frame-terminal frame)) "initial_terminal"))))
            (cons (selected-frame) (frame-list))))

(defun context-broker-prompt-ask (kind text then timeout &optional more)
  "Ask TEXT, and call THEN with the answer; return the question, an alist.
KIND is `choice' (of the options in the alist MORE): an index; `many': a
list of indexes; `confirm': t or nil; `proposal' (the text new of file,
shown as diff, in MORE): (accept), (edit TEXT) or (reject REASON).  The
answer may also be `timeout', after TIMEOUT seconds, or `dismissed'.
Fails where Emacs has no frame."
  (unless (context-broker-prompt-frame)
    (context-broker-tools-fail
     "Emacs has no frame, so nobody would see the question"
     "ask the user outside of Emacs, or to open a frame: emacsclient -c (or -t in a terminal)"))
  (unless (< (length context-broker-prompt--queue) context-broker-prompt-queue-max)
    (context-broker-tools-fail "too many questions wait for the user" "wait for their answers"))
  (let ((question `((kind . ,kind) (text . ,text) ,(cons 'then then)
                    ,(list 'marks) ,(list 'timer) ,@more)))
    (setf (alist-get 'timer question)
          (run-at-time timeout nil #'context-broker-prompt--end question 'timeout))
    (setq context-broker-prompt--queue (append context-broker-prompt--queue (list question)))
    (context-broker-prompt--show-soon)
    question))

(defun context-broker-prompt-withdraw (question)
  "Take QUESTION back: nobody waits for its answer any more."
  (setf (alist-get 'then question) #'ignore)
  (when (memq question context-broker-prompt--queue)
    (message "Context Broker: nobody waits for an answer any more: %s"
             (context-broker-prompt--short question)))
  (context-broker-prompt--end question 'dismissed))

(defun context-broker-prompt--buffers (question)
  "The buffers of QUESTION."
  (seq-filter (lambda (buffer)
                (eq question (buffer-local-value 'context-broker-prompt--shown buffer)))
              (and question (buffer-list))))

(defun context-broker-prompt--end (question answer)
  "End QUESTION with ANSWER, and show the next one."
  (when (memq question context-broker-prompt--queue)
    (setq context-broker-prompt--queue (delq question context-broker-prompt--queue))
    (cancel-timer (alist-get 'timer question))
    (dolist (buffer (context-broker-prompt--buffers question))
      (dolist (window (get-buffer-window-list buffer nil t)) (quit-restore-window window 'bury))
      (kill-buffer buffer))
    (context-broker-prompt--show-soon)
    (when (eq answer 'timeout)
      (message "Context Broker: no answer in time: %s" (context-broker-prompt--short question)))
    ;; Later, so that what follows is no part of the person's command.
    (run-at-time 0 nil (alist-get 'then question) answer)))

(defun context-broker-prompt--short (question)
  (truncate-string-to-width (car (split-string (alist-get 'text question) "\n")) 60 nil nil t))

(defun context-broker-prompt--show-soon ()
  "Show the first question, soon."
  (unless context-broker-prompt--retry
    (setq context-broker-prompt--retry (run-at-time 0 0.3 #'context-broker-prompt--show-first))))

(defun context-broker-prompt--show-first ()
  "Show the first question; later if the minibuffer is in use now."
  (let ((question (car context-broker-prompt--queue)) (frame (context-broker-prompt-frame)))
    (when (or (null question) (and frame (zerop (minibuffer-depth))))
      (when context-broker-prompt--retry (cancel-timer context-broker-prompt--retry))
      (setq context-broker-prompt--retry nil)
      (unless (or (null question) (context-broker-prompt--buffers question))
        (with-current-buffer (generate-new-buffer "*Context Broker question*")
          (context-broker-prompt-mode)
          (setq context-broker-prompt--shown question)
          (context-broker-prompt--draw)
          (with-selected-frame frame
            (display-buffer (current-buffer)
                            '(display-buffer-in-side-window
                              (side . bottom) (slot . 1)
                              (window-height
                               . (lambda (window)
                                   (fit-window-to-buffer window (/ (frame-height) 2) 5))))))
          (message "Context Broker asks: %s (%s)"
                   (context-broker-prompt--short question)
                   (substitute-command-keys "\\[context-broker-prompt-answer]")))))))

;;; The buffer
(defvar context-broker-prompt-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap button-buffer-map special-mode-map))
    (dolist (key (append "123456789ynaerRmq " nil))
      (define-key map (string key) #'context-broker-prompt-key))
    (define-key map (kbd "C-c C-c") #'context-broker-prompt-done)
    (define-key map "g" #'ignore)
    map)
  "Keymap of a question.")

(define-derived-mode context-broker-prompt-mode special-mode "Question"
  "Major mode of a question that an agent asks; its header line has the keys."
  (setq-local truncate-lines nil word-wrap t))

(defun context-broker-prompt--draw ()
  "Draw the question of this buffer."
  (let* ((question context-broker-prompt--shown) (kind (alist-get 'kind question))
         (inhibit-read-only t) (line (line-number-at-pos)) (index -1))
    (erase-buffer)
    (insert (propertize (alist-get 'text question) 'face 'bold)
            (if (cdr context-broker-prompt--queue)
                (format "   (%d more)" (length (cdr context-broker-prompt--queue))) "")
            "\n\n")
    (dolist (option (alist-get 'options question))
      (setq index (1+ index))
      (insert-text-button
       (concat (cond ((eq kind 'choice) "")
                     ((memq index (alist-get 'marks question)) "[x] ")
                     ("[ ] "))
               (format "%d  %s" (1+ index) option))
       'index index 'face 'default 'follow-link t
       'action (lambda (button) (context-broker-prompt--choose (button-get button 'index))))
      (insert "\n"))
    (insert (or (alist-get 'diff question) ""))
    (setq header-line-format
          (pcase kind
            ('choice "RET or number: choose   q: no answer")
            ('many "m or number: mark   C-c C-c: done   q: no answer")
            ('confirm "y: yes   n: no   q: no answer")
            (_ "a: accept   e: edit   r: reject   R: reject and say why   q: no answer")))
    (goto-char (point-min))
    (forward-line (1- line))
    (unless (button-at (point)) (ignore-errors (forward-button 1)))))

(defun context-broker-prompt--choose (index)
  "Choose, or mark, the option INDEX."
  (let ((question context-broker-prompt--shown))
    (unless (nth index (alist-get 'options question))
      (user-error "There is no answer %d" (1+ index)))
    (if (eq 'choice (alist-get 'kind question))
        (context-broker-prompt--end question index)
      (let ((marks (alist-get 'marks question)))
        (setf (alist-get 'marks question)
              (if (memq index marks) (remq index marks) (sort (cons index marks) #'<))))
      (context-broker-prompt--draw))))

;;;###autoload
(defun context-broker-prompt-answer ()
  "Go to the question that waits for an answer."
  (interactive)
  (context-broker-prompt--show-first)
  (pop-to-buffer (or (car (context-broker-prompt--buffers (car context-broker-prompt--queue)))
                     (user-error "No question waits, or the minibuffer is in use"))))

(defun context-broker-prompt-key ()
  "Answer the question by the typed key, as its header line explains."
  (interactive)
  (let* ((question context-broker-prompt--shown) (key last-command-event)
         (end (lambda (answer) (context-broker-prompt--end question answer))))
    (pcase (list (alist-get 'kind question) key)
      (`(,_ ?q) (funcall end 'dismissed))
      ((and `(,(or 'choice 'many) ,_) (guard (<= ?1 key ?9)))
       (context-broker-prompt--choose (- key ?1)))
      ((and `(many ,(or ?m ?\s)) (guard (button-at (point))))
       (context-broker-prompt--choose (button-get (button-at (point)) 'index)))
      (`(confirm ,(or ?y ?n)) (funcall end (eq key ?y)))
      ('(proposal ?a) (funcall end '(accept)))
      ('(proposal ?r) (funcall end '(reject "")))
      ('(proposal ?R) (funcall end (list 'reject (read-string "Why: "))))
      ('(proposal ?e) (context-broker-prompt--edit question))
      (_ (user-error "This question has no such answer")))))

(defun context-broker-prompt-done ()
  "Answer with the marked options, or with the proposal as it was edited."
  (interactive)
  (let ((question context-broker-prompt--shown))
    (context-broker-prompt--end
     question
     (cond ((eq 'many (alist-get 'kind question))
            (list 'marked (alist-get 'marks question)))
           ((derived-mode-p 'context-broker-prompt-mode)
            (user-error "Nothing is marked or edited here"))
           (t (list 'edit
                    (save-restriction (widen) (buffer-substring-no-properties 1 (point-max)))))))))

(defun context-broker-prompt--edit (question)
  "Let the person edit the text that QUESTION proposes."
  (pop-to-buffer (generate-new-buffer "*Context Broker proposal*"))
  (insert (alist-get 'new question))
  (goto-char (point-min))
  (let ((enable-local-variables nil) (buffer-file-name (alist-get 'file question)))
    (when buffer-file-name (delay-mode-hooks (set-auto-mode))))
  (setq context-broker-prompt--shown question
        header-line-format "Edit the proposal; C-c C-c accepts it as it is then, C-c C-k goes back")
  (use-local-map (make-composed-keymap nil (current-local-map)))
  (local-set-key (kbd "C-c C-c") #'context-broker-prompt-done)
  (local-set-key (kbd "C-c C-k") #'context-broker-prompt-back))

(defun context-broker-prompt-back ()
  "Drop what was edited of a proposal, and go back to the question."
  (interactive)
  (quit-window t)
  (context-broker-prompt-answer))

;;; Approval of tools
(defconst context-broker-prompt--approvals
  '(("Once" . once) ("From now on, in this session" . session) ("No" . no)))

(defun context-broker-prompt-approval (tool agent arguments timeout then)
  "Ask whether AGENT may run TOOL with ARGUMENTS, an alist; return the question.
THEN gets once, session, no, or timeout after TIMEOUT seconds."
  (context-broker-prompt-ask
   'choice
   (concat (format "May %s run %s?" (if (equal "" agent) "the agent" agent) tool)
           (mapconcat
            (pcase-lambda (`(,name . ,value))
              (format "\n  %s: %s" name
                      (truncate-string-to-width
                       (string-replace "\n" "\n    " (if (stringp value) value (format "%S" value)))
                       2000 nil nil t)))
            arguments ""))
   (lambda (answer)
     (funcall then (pcase answer
                     ((pred integerp) (cdr (nth answer context-broker-prompt--approvals)))
                     ('timeout 'timeout)
                     (_ 'no))))
   timeout `((options . ,(mapcar #'car context-broker-prompt--approvals)))))

(defun context-broker-prompt-diff (old new label)
  "The unified diff from OLD to NEW, two texts, of LABEL; \"\" if equal."
  (let ((coding-system-for-write 'utf-8-unix) (coding-system-for-read 'utf-8-unix)
        (files (list (make-temp-file "cb-old") (make-temp-file "cb-new"))))
    (unwind-protect
        (with-temp-buffer
          (setq default-directory temporary-file-directory)
          (write-region old nil (car files) nil 'silent)
          (write-region new nil (cadr files) nil 'silent)
          (apply #'call-process diff-command nil t nil "-u"
                 "--label" (concat "a/" label) "--label" (concat "b/" label) files)
          (delay-mode-hooks (diff-mode))
          (font-lock-ensure)
          (buffer-string))
      (mapc #'delete-file files))))

;;; The tools
(defun context-broker-prompt--later (kind text timeout result &optional more)
  "An answer that comes later, of a question of KIND with TEXT.
RESULT makes an alist of it; TIMEOUT and MORE: `context-broker-prompt-ask'."
  (when (and (memq kind '(choice many)) (not (<= 1 (length (alist-get 'options more)) 100)))
    (context-broker-tools-fail "a question has 1 to 100 options" "send them as a list of texts"))
  (let ((seconds (max 1 (min 3600 (or timeout context-broker-prompt-timeout)))))
    (context-broker-tools-later
     (lambda (answer)
       (let ((question
              (context-broker-prompt-ask
               kind text
               (lambda (given)
                 (funcall answer (context-broker-tools-value
                                  (if (memq given '(timeout dismissed))
                                      `((answered . :false) (reason . ,(symbol-name given)))
                                    `((answered . t) ,@(funcall result given))))))
               seconds more)))
         (lambda () (context-broker-prompt-withdraw question))))
     :message (format "the user is asked: %s" (truncate-string-to-width text 200 nil nil t))
     :seconds seconds)))

(context-broker-deftool prompt_choice
  "Ask the user in Emacs to choose one of several options. Waits for the answer: {answered, \
choice, index} (index from 0), or {answered: false, reason} after a time-out or if the user \
dismisses it."
  :safe t :bound (region buffer directory project) :context nil
  :args ((question string :required) (options (array string) :required)
         (timeout integer "seconds; default 300"))
  (context-broker-prompt--later
   'choice question timeout (lambda (given) `((choice . ,(nth given options)) (index . ,given)))
   `((options . ,options))))

(context-broker-deftool multiselect
  "Ask the user in Emacs to choose any number of several options. Waits for the answer: {answered, \
choices, indexes} (from 0, in the options' order), or {answered: false, reason}."
  :safe t :bound (region buffer directory project) :context nil
  :args ((question string :required) (options (array string) :required)
         (timeout integer "seconds; default 300"))
  (context-broker-prompt--later
   'many question timeout
   (lambda (given)
     `((choices . ,(vconcat (mapcar (lambda (index) (nth index options)) (cadr given))))
       (indexes . ,(vconcat (cadr given)))))
   `((options . ,options))))

(context-broker-deftool confirm
  "Ask the user in Emacs a question of yes or no. Waits for the answer: {answered, confirmed}, or \
{answered: false, reason}."
  :safe t :bound (region buffer directory project) :context nil
  :args ((question string :required) (timeout integer "seconds; default 300"))
  (context-broker-prompt--later
   'confirm question timeout (lambda (given) `((confirmed . ,(if given t :false))))))

(context-broker-deftool show_proposal
  "Show the user in Emacs a change as a diff, to accept, edit or reject. Nothing is changed: write \
an accepted text yourself. Waits for the answer: {answered, decision: accept|edit|reject, text (of \
edit), reason (of reject)}, or {answered: false, reason}."
  :safe t :bound (buffer directory project) :context nil
  :args ((new_text string :required "the whole text as proposed")
         (old_text string "the whole text as it is; default: that of the file")
         (file file "what the change is for; decides how the text is shown")
         (title string) (timeout integer "seconds; default 300"))
  (let ((diff (context-broker-prompt-diff
               (cond (old_text)
                     ((not (and file (file-exists-p file))) "")
                     ((with-current-buffer (context-broker-tools-visit file)
                        (save-restriction (widen) (buffer-string)))))
               new_text (if file (file-name-nondirectory file) "text"))))
    (when (equal "" diff)
      (context-broker-tools-fail "the two texts are equal" "send the text as it should be"))
    (context-broker-prompt--later
     'proposal (or title (format "Change %s?" (if file (abbreviate-file-name file) "this text")))
     timeout
     (lambda (given)
       (pcase given
         (`(edit ,text) `((decision . "edit") (text . ,text)))
         (`(reject ,reason)
          `((decision . "reject") ,@(if (equal "" reason) nil `((reason . ,reason)))))
         (_ '((decision . "accept")))))
     `((file . ,file) (new . ,new_text) (diff . ,diff)))))

(provide 'context-broker-prompt)
;;; context-broker-prompt.el ends here
