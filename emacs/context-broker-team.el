;;; context-broker-team.el --- Agents that work together  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Tools by which the agents of a project start others and write to each
;; other.  A message is a file in the receiver's folder, so that it is there
;; after a restart of Emacs; it is removed once the turn in which it was read
;; has ended well, and read again after one that failed.  Messages arrive in
;; the order in which they were sent.  A queue has an end, and a sender learns
;; that it is full.  An agent that has nothing to do is woken by a message.

;;; Code:

(require 'cl-lib)
(require 'context-broker-agent)
(require 'context-broker-tools)

(defcustom context-broker-team-messages-max 100
  "Messages that may wait for an agent."
  :type 'natnum
  :group 'context-broker)

(defcustom context-broker-team-message-size-max 100000
  "Characters of a message."
  :type 'natnum
  :group 'context-broker)

(defcustom context-broker-team-agents-max 8
  "Agents that may be open in a project."
  :type 'natnum
  :group 'context-broker)

(defcustom context-broker-team-wakes-max 50
  "Turns that messages alone may cause until the person writes to an agent.
Two agents that answer each other would go on for ever."
  :type 'natnum
  :group 'context-broker)

(defvar context-broker-team--wakes (make-hash-table :test #'equal)
  "How often messages woke the session of an id.")

(defun context-broker-team--caller ()
  "Return the session that calls the tool that runs now."
  (or (cl-find (context-broker-tools-caller) context-broker-agent--sessions
               :key #'context-broker-agent-session-id :test #'equal)
      (context-broker-tools-fail
       "only an agent that runs in a buffer of Emacs has colleagues"
       "start one by M-x context-broker-agent-start")))

(defun context-broker-team--name (session)
  "Return the name by which agents know SESSION."
  (or (context-broker-agent-session-name session) "main"))

(defun context-broker-team--colleagues (session)
  "Return the agents of the project of SESSION, it and one-shot ones aside."
  (cl-remove-if-not
   (lambda (one)
     (and (not (eq one session))
          (null (context-broker-agent-session-scope one))
          (equal (context-broker-team--root one) (context-broker-team--root session))))
   context-broker-agent--sessions))

(defun context-broker-team--root (session)
  "Return the root of the project of SESSION."
  (context-broker-root (context-broker-agent-session-directory session)))

(defun context-broker-team--named (name session)
  "Return the colleague NAME of SESSION; fail where there is none."
  (let ((colleagues (context-broker-team--colleagues session)))
    (or (cl-find name colleagues :key #'context-broker-team--name :test #'equal)
        (context-broker-tools-fail
         (format "there is no agent %s in this project" name)
         (if colleagues
             (format "there are: %s" (mapconcat #'context-broker-team--name
                                                colleagues ", "))
           "start one by spawn_agent")))))

;;; Messages

(defun context-broker-team--inbox (session)
  "Return the folder of the messages for SESSION; it exists then."
  (let ((folder (expand-file-name
                 "inbox" (context-broker-agent--folder
                          (context-broker-agent-session-id session)))))
    (with-file-modes #o700 (make-directory folder t))
    folder))

(defun context-broker-team--messages (session)
  "Return the files of the messages for SESSION, oldest first."
  (sort (directory-files (context-broker-team--inbox session) t "\\`[0-9]+\\.eld\\'")
        #'string<))

(defun context-broker-team--send (from to text)
  "Put TEXT of the session FROM into the queue of the session TO."
  (let* ((files (context-broker-team--messages to))
         (number (1+ (if files
                         (string-to-number
                          (file-name-base (car (last files))))
                       0))))
    (when (>= (length files) context-broker-team-messages-max)
      (context-broker-tools-fail
       (format "%d messages wait for %s, which are all that may"
               (length files) (context-broker-team--name to))
       "send it again once some are read; nothing was sent"))
    (when (> (length text) context-broker-team-message-size-max)
      (context-broker-tools-fail
       (format "a message has at most %d characters, and this one %d"
               context-broker-team-message-size-max (length text))
       "write it to a file, and send the file's name"))
    (context-broker-agent--write
     (expand-file-name (format "%012d.eld" number)
                       (context-broker-team--inbox to))
     (prin1-to-string (list :from (context-broker-team--name from)
                            :sent (format-time-string "%FT%T%z")
                            :text text)))
    (context-broker-team--wake to)
    (1+ (length files))))

(defun context-broker-team--wake (session)
  "Begin a turn of SESSION for the messages that wait, if it does nothing."
  (let* ((id (context-broker-agent-session-id session))
         (wakes (gethash id context-broker-team--wakes 0)))
    (when (and (eq (context-broker-agent-session-state session) 'idle)
               (null (context-broker-agent-session-waiting session))
               (context-broker-team--messages session)
               (< wakes context-broker-team-wakes-max))
      (puthash id (1+ wakes) context-broker-team--wakes)
      (context-broker-agent-say
       session "Messages wait for you: read them by check_messages."))))

(defun context-broker-team--read (session)
  "Return the messages for SESSION, and note that this turn read them."
  (let ((files (context-broker-team--messages session)))
    (setf (context-broker-agent-session-read session)
          (cl-union files (context-broker-agent-session-read session)
                    :test #'equal))
    (mapcar (lambda (file)
              (with-temp-buffer
                (let ((coding-system-for-read 'utf-8-emacs-unix))
                  (insert-file-contents file))
                (read (current-buffer))))
            files)))

(defun context-broker-team--turn-ended (session failed)
  "Remove what SESSION read in the turn that ended, unless it FAILED."
  (unless failed
    (dolist (file (context-broker-agent-session-read session))
      (when (file-exists-p file) (delete-file file))))
  (setf (context-broker-agent-session-read session) nil)
  (context-broker-team--wake session))

(defun context-broker-team--person-wrote (session)
  "The person wrote to SESSION: messages may wake it again."
  (remhash (context-broker-agent-session-id session) context-broker-team--wakes))

(add-hook 'context-broker-agent-turn-functions #'context-broker-team--turn-ended)
(add-hook 'context-broker-agent-person-functions
          #'context-broker-team--person-wrote)

;;; Tools

(context-broker-deftool list_agents
  "List the agents of this project: name, agent, state, folder, messages that wait."
  :function #'context-broker-team-list
  :safe t)

(defun context-broker-team-list ()
  "Return the agents of the caller's project."
  (let ((caller (context-broker-team--caller)))
    (context-broker-tools-value
     (vconcat
      (mapcar
       (lambda (session)
         `((name . ,(context-broker-team--name session))
           (agent . ,(symbol-name (context-broker-client-name
                                   (context-broker-agent-session-client session))))
           (state . ,(context-broker-agent--status session))
           (folder . ,(context-broker-agent-session-directory session))
           (messages . ,(length (context-broker-team--messages session)))
           ,@(when (eq session caller) '((you . t)))))
       (cons caller (context-broker-team--colleagues caller)))))))

(context-broker-deftool spawn_agent
  "Start an agent beside you in this project, and give it a task.  It answers by message_agent to you."
  :function #'context-broker-team-spawn
  :args ((name string :required "A short name: letters, digits, - and _")
         (task string :required "What it shall do; it knows nothing of your conversation")
         (agent (choice "claude" "kimi" "codex") "Which agent; default: yours")
         (folder string "Its folder, in yours; default: yours")))

(defun context-broker-team-spawn (name task &optional agent folder)
  "Start the agent NAME with TASK; AGENT and FOLDER default to the caller's."
  (let* ((caller (context-broker-team--caller))
         (own (file-truename (context-broker-agent-session-directory caller)))
         (folder (file-name-as-directory
                  (file-truename (expand-file-name (or folder own) own)))))
    (unless (string-match-p "\\`[A-Za-z0-9][A-Za-z0-9_-]\\{0,39\\}\\'" name)
      (context-broker-tools-fail
       (format "%S cannot name an agent" name)
       "use up to 40 letters, digits, - and _"))
    (unless (and (file-directory-p folder)
                 (or (equal folder own) (file-in-directory-p folder own)))
      (context-broker-tools-fail
       (format "%s is no folder in yours, %s" folder own)
       "name a folder below it"))
    (when (or (equal name "main")
              (cl-find name (context-broker-team--colleagues caller)
                       :key #'context-broker-team--name :test #'equal)
              (equal name (context-broker-team--name caller)))
      (context-broker-tools-fail (format "there is an agent %s already" name)
                                 "choose another name, or message it"))
    (when (>= (1+ (length (context-broker-team--colleagues caller)))
              context-broker-team-agents-max)
      (context-broker-tools-fail
       (format "%d agents are open, which are all that may"
               context-broker-team-agents-max)
       "message one of those that there are"))
    (let ((session (context-broker-agent-make
                    folder :name name
                    :client (if agent (intern agent)
                              (context-broker-client-name
                               (context-broker-agent-session-client caller))))))
      (context-broker-agent-say
       session
       (format "%s\n\nYou were started by the agent %s.  When you are done, tell it the outcome by message_agent."
               task (context-broker-team--name caller)))
      (format "%s works in %s" name folder))))

(context-broker-deftool message_agent
  "Send a message to an agent of this project; it is woken if it does nothing."
  :function #'context-broker-team-message
  :safe t
  :args ((to string :required "Its name, as list_agents has it")
         (text string :required "The message")))

(defun context-broker-team-message (to text)
  "Send TEXT to the agent TO."
  (let* ((caller (context-broker-team--caller))
         (session (context-broker-team--named to caller)))
    (format "sent; %d wait for %s" (context-broker-team--send caller session text)
            to)))

(context-broker-deftool check_messages
  "Return the messages for you, oldest first; each is returned until your turn has ended."
  :function #'context-broker-team-check
  :safe t)

(defun context-broker-team-check ()
  "Return the messages for the caller."
  (context-broker-tools-value
   (vconcat
    (mapcar (lambda (message)
              `((from . ,(plist-get message :from))
                (sent . ,(plist-get message :sent))
                (text . ,(plist-get message :text))))
            (context-broker-team--read (context-broker-team--caller))))))

(provide 'context-broker-team)
;;; context-broker-team.el ends here
