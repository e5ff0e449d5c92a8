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

(defvar context-broker-prompt--queue nil "The questions without an answer; the first is shown.")
(defvar context-broker-prompt--timer nil "Looks whether a question can be shown, while any waits.")
(defvar-local context-broker-prompt--question nil "The question of this buffer.")

;;; The queue
(defun context-broker-prompt-frame ()
  "A frame on which somebody could see a question, or nil."
  (seq-find (lambda (frame)
              (and (frame-visible-p frame) (not (frame-parent frame))
                   (not (equal (terminal-name (frame-terminal frame)) "initial_terminal"))))
            (cons (selected-frame) (frame-list))))

(cl-defun context-broker-prompt--later (text options &key diff timeout then)
  "An answer that comes later, from the person, who is asked TEXT and shown DIFF.
OPTIONS is a list of (KEY LABEL . ANSWER).  LABEL may be a function that
gives it, and ANSWER one that does what else is to be done.  The agent
gets ANSWER, fields of JSON, unless THEN is called with it.  It is
`dismissed', or after TIMEOUT seconds `timeout', if the person gives none."
  (unless (context-broker-prompt-frame)
    (context-broker-tools-fail
     "Emacs has no frame, so nobody would see the question"
     "ask the user outside of Emacs, or to open a frame: emacsclient -c (or -t in a terminal)"))
  (unless (length< context-broker-prompt--queue 20)
    (context-broker-tools-fail "too many questions wait for the user" "wait for their answers"))
  (let ((seconds (max 1 (min 3600 (or timeout context-broker-prompt-timeout))))
        (question `((text . ,text) (diff . ,diff) ,(list 'then) ,(list 'timer)
                    (options ,@options ("q" "no answer" . dismissed)))))
    (context-broker-tools-later
     (lambda (answer)
       (setf (alist-get 'then question)
             (or then (lambda (given)
                        (funcall answer
                                 (context-broker-tools-value
                                  (if (consp given) `((answered . t) ,@given)
                                    `((answered . :false) (reason . ,(symbol-name given))))))))
             (alist-get 'timer question)
             (run-at-time seconds nil #'context-broker-prompt--end question 'timeout))
       (setq context-broker-prompt--queue (append context-broker-prompt--queue (list question)))
       (unless context-broker-prompt--timer
         (setq context-broker-prompt--timer (run-at-time 0 0.3 #'context-broker-prompt--show)))
       (lambda ()
         (setf (alist-get 'then question) #'ignore)
         (when (memq question context-broker-prompt--queue)
           (context-broker-prompt--say "nobody waits for an answer any more" question))
         (context-broker-prompt--end question 'dismissed)))
     :message (format "the user is asked: %s" (truncate-string-to-width text 200 nil nil t))
     :seconds seconds)))

(defun context-broker-prompt--buffers (question)
  (seq-filter (lambda (buffer)
                (eq question (buffer-local-value 'context-broker-prompt--question buffer)))
              (buffer-list)))

(defun context-broker-prompt--end (question answer)
  (when (memq question context-broker-prompt--queue)
    (setq context-broker-prompt--queue (delq question context-broker-prompt--queue))
    (cancel-timer (alist-get 'timer question))
    (dolist (buffer (context-broker-prompt--buffers question))
      (dolist (window (get-buffer-window-list buffer nil t)) (quit-restore-window window 'bury))
      (kill-buffer buffer))
    (when (eq answer 'timeout) (context-broker-prompt--say "no answer in time" question))
    ;; Later, so that what follows is no part of the person's command.
    (run-at-time 0 nil (alist-get 'then question) answer)))

(defun context-broker-prompt--say (what question)
  (message "Context Broker: %s: %s" what
           (truncate-string-to-width (car (split-string (alist-get 'text question) "\n"))
                                     60 nil nil t)))

(defun context-broker-prompt--show ()
  "Show the first question, unless it is shown or the minibuffer is in use."
  (let ((question (car context-broker-prompt--queue)) (frame (context-broker-prompt-frame)))
    (cond
     ((null question)
      (cancel-timer context-broker-prompt--timer)
      (setq context-broker-prompt--timer nil))
     ((and frame (zerop (minibuffer-depth)) (not (context-broker-prompt--buffers question)))
      (with-current-buffer (generate-new-buffer "*Context Broker question*")
        (context-broker-prompt-mode)
        (setq context-broker-prompt--question question)
        (context-broker-prompt--draw)
        (with-selected-frame frame
          (display-buffer
           (current-buffer)
           '(display-buffer-in-side-window
             (side . bottom) (slot . 1)
             (window-height . (lambda (window)
                                (fit-window-to-buffer window (/ (frame-height) 2) 5)))))))))))

;;; The buffer
(defvar context-broker-prompt-mode-map
  (let ((map (make-sparse-keymap)))
    (set-keymap-parent map (make-composed-keymap button-buffer-map special-mode-map))
    (dolist (key (append "123456789adernyq" nil))
      (define-key map (string key) #'context-broker-prompt-key))
    map)
  "Keymap of a question.")

(define-derived-mode context-broker-prompt-mode special-mode "Question"
  "Major mode of a question that an agent asks; it shows the keys that answer."
  (setq-local truncate-lines nil word-wrap t))

(defun context-broker-prompt--draw ()
  (let ((question context-broker-prompt--question) (line (line-number-at-pos))
        (more (length (cdr context-broker-prompt--queue))) (inhibit-read-only t))
    (erase-buffer)
    (insert (propertize (alist-get 'text question) 'face 'bold)
            (if (zerop more) "" (format "   (%d more)" more)) "\n\n")
    (pcase-dolist (`(,key ,label . ,answer) (alist-get 'options question))
      (insert-text-button (format "%s  %s" key (if (functionp label) (funcall label) label))
                          'follow-link t
                          'action (lambda (_) (context-broker-prompt--choose answer)))
      (insert (if (string-match-p "[0-9]" key) "\n" "   ")))
    (when-let ((diff (alist-get 'diff question))) (insert "\n\n" diff))
    ;; Options of many lines may hide the last ones.
    (setq header-line-format
          (concat (substitute-command-keys
                   "An agent asks; \\[context-broker-prompt-answer] goes here")
                  (cl-loop for (key label) in (alist-get 'options question)
                           unless (string-match-p "[0-9]" key)
                           concat (format "   %s: %s" key label))))
    (goto-char (point-min))
    (forward-line (1- line))
    (unless (button-at (point)) (ignore-errors (forward-button 1)))))

(defun context-broker-prompt--choose (answer)
  (if (functionp answer) (funcall answer)
    (context-broker-prompt--end context-broker-prompt--question answer)))

;;;###autoload
(defun context-broker-prompt-answer ()
  "Go to the question that waits for an answer."
  (interactive)
  (unless context-broker-prompt--queue (user-error "No question waits"))
  (context-broker-prompt--show)
  (pop-to-buffer (or (car (context-broker-prompt--buffers (car context-broker-prompt--queue)))
                     (user-error "The question is shown once the minibuffer is left"))))

(defun context-broker-prompt-key ()
  "Answer the question by the typed key, which stands before what it means."
  (interactive)
  (context-broker-prompt--choose
   (cddr (or (assoc (string last-command-event)
                    (alist-get 'options context-broker-prompt--question))
             (user-error "This question has no such answer")))))

(defun context-broker-prompt--edit (text file)
  "Let the person edit TEXT, proposed for FILE, and answer with that."
  (let ((question context-broker-prompt--question))
    (pop-to-buffer (generate-new-buffer "*Context Broker proposal*"))
    (insert text)
    (goto-char (point-min))
    (let ((enable-local-variables nil) (buffer-file-name file))
      (when file (delay-mode-hooks (set-auto-mode))))
    (setq context-broker-prompt--question question
          header-line-format "Edit the proposal; C-c C-c accepts it as it is, C-c C-k goes back")
    (use-local-map (make-composed-keymap nil (current-local-map)))
    (local-set-key (kbd "C-c C-k")
                   (lambda ()
                     "Drop this text, and go back to the question."
                     (interactive)
                     (quit-window t)
                     (context-broker-prompt-answer)))
    (local-set-key (kbd "C-c C-c")
                   (lambda ()
                     "Accept the proposal as it is now."
                     (interactive)
                     (widen)
                     (context-broker-prompt--end
                      question `((decision . "edit")
                                 (text . ,(buffer-substring-no-properties 1 (point-max)))))))))

(defun context-broker-prompt-approval (tool agent arguments then)
  "Ask whether AGENT may run TOOL with ARGUMENTS, an alist, by a later answer.
THEN is called with once, session, no, dismissed or timeout."
  (context-broker-prompt--later
   (concat (format "May %s run %s?" (if (equal "" agent) "the agent" agent) tool)
           (mapconcat
            (pcase-lambda (`(,name . ,value))
              (format "\n  %s: %s" name
                      (truncate-string-to-width
                       (string-replace "\n" "\n    " (if (stringp value) value (format "%S" value)))
                       2000 nil nil t)))
            arguments ""))
   '(("1" "Once" . once) ("2" "From now on, in this session" . session) ("3" "No" . no))
   :then then))

(defun context-broker-prompt-diff (old new label)
  "The unified diff from OLD to NEW, two texts, of LABEL; \"\" if equal."
  (let* ((coding-system-for-write 'utf-8-unix) (coding-system-for-read 'utf-8-unix)
         (default-directory temporary-file-directory) (file (make-temp-file "cb-old")))
    (unwind-protect
        (with-temp-buffer
          (write-region old nil file nil 'silent)
          (call-process-region new nil diff-command nil t nil "-u" "--label" (concat "a/" label)
                               "--label" (concat "b/" label) file "-")
          (delay-mode-hooks (diff-mode))
          (font-lock-ensure)
          (buffer-string))
      (delete-file file))))

;;; The tools
(defun context-broker-prompt--numbered (options function)
  "OPTIONS with numbers as keys; FUNCTION of one and its index is (LABEL . ANSWER)."
  (unless (<= 1 (length options) 100)
    (context-broker-tools-fail "a question has 1 to 100 options" "send them as a list of texts"))
  (seq-map-indexed (lambda (option index)
                     (cons (number-to-string (1+ index)) (funcall function option index)))
                   options))

(context-broker-deftool prompt_choice
  "Ask the user in Emacs to choose one of several options. Waits for the answer: {answered, \
choice, index} (index from 0), or {answered: false, reason} after a time-out or if the user \
dismisses it."
  :safe t :bound (region buffer directory project) :context nil
  :args ((question string :required) (options (array string) :required)
         (timeout integer "seconds; default 300"))
  (context-broker-prompt--later
   question (context-broker-prompt--numbered
             options (lambda (option index) `(,option (choice . ,option) (index . ,index))))
   :timeout timeout))

(context-broker-deftool multiselect
  "Ask the user in Emacs to choose any number of several options. Waits for the answer: {answered, \
choices, indexes} (from 0, in the options' order), or {answered: false, reason}."
  :safe t :bound (region buffer directory project) :context nil
  :args ((question string :required) (options (array string) :required)
         (timeout integer "seconds; default 300"))
  (let ((marked nil))
    (context-broker-prompt--later
     question
     `(,@(context-broker-prompt--numbered
          options
          (lambda (option index)
            (cons (lambda () (format "[%s] %s" (if (memq index marked) "x" " ") option))
                  (lambda ()
                    (setq marked (if (memq index marked) (remq index marked)
                                   (sort (cons index marked) #'<)))
                    (context-broker-prompt--draw)))))
       ("d" "done"
        . ,(lambda ()
             (context-broker-prompt--choose
              `((choices . ,(vconcat (mapcar (lambda (index) (nth index options)) marked)))
                (indexes . ,(vconcat marked)))))))
     :timeout timeout)))

(context-broker-deftool confirm
  "Ask the user in Emacs a question of yes or no. Waits for the answer: {answered, confirmed}, or \
{answered: false, reason}."
  :safe t :bound (region buffer directory project) :context nil
  :args ((question string :required) (timeout integer "seconds; default 300"))
  (context-broker-prompt--later
   question '(("y" "yes" (confirmed . t)) ("n" "no" (confirmed . :false))) :timeout timeout))

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
     (or title (format "Change %s?" (if file (abbreviate-file-name file) "this text")))
     `(("a" "accept" (decision . "accept"))
       ("e" "edit" . ,(lambda () (context-broker-prompt--edit new_text file)))
       ("r" "reject"
        . ,(lambda ()
             (context-broker-prompt--choose
              `((decision . "reject") (reason . ,(read-string "Why (may be empty): ")))))))
     :timeout timeout :diff diff)))

(provide 'context-broker-prompt)
;;; context-broker-prompt.el ends here
