;;; context-broker-team.el --- Agents that work together  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; Tools by which the agents of a project start others and write to each other.  A message is a file
;; in the receiver's folder, so it is there after a restart of Emacs; it is removed once the turn in
;; which it was read has ended well, and read again after one that failed.  Messages arrive in the
;; order in which they were sent.  A queue has an end, and the sender learns that it is full.  An
;; agent that has nothing to do is woken by a message.

;;; Code:

(require 'cl-lib)
(require 'context-broker-agent)

(defvar context-broker-team-messages-max 100 "Messages that may wait for an agent.")
(defvar context-broker-team-message-size-max 100000 "Characters of a message.")
(defvar context-broker-team-agents-max 8 "Agents that may be open in a project.")
(defvar context-broker-team-wakes-max 50
  "Turns that messages alone may cause until the person writes to the agent.
Two agents that answer each other would go on for ever.")

(defvar-local context-broker-team--read nil "Files of the messages that this turn read.")

(defun context-broker-team--name (buffer)
  "Return the name by which agents know the session of BUFFER."
  (or (buffer-local-value 'context-broker-agent-name buffer) "main"))

(defun context-broker-team--agents ()
  "Return the buffers of the agents of the caller's project, the caller's first."
  (let ((caller (context-broker-agent-of (context-broker-tools-caller))))
    (unless caller
      (context-broker-tools-fail "only an agent that runs in a buffer of Emacs has colleagues"
                                 "start one by M-x context-broker-agent-start"))
    (cl-flet ((root (buffer)
                (context-broker-root (buffer-local-value 'default-directory buffer))))
      (cons caller
            (cl-remove-if (lambda (buffer)
                            (or (eq buffer caller)
                                (buffer-local-value 'context-broker-agent-scope buffer)
                                (not (equal (root buffer) (root caller)))))
                          (context-broker-agent-sessions))))))

(defun context-broker-team--messages ()
  "Return the files of the messages for this agent, oldest first."
  (let ((inbox (context-broker-agent-file "inbox")))
    (with-file-modes #o700 (make-directory inbox t))
    (directory-files inbox t "\\`[0-9]\\{12\\}\\.eld\\'")))

(defun context-broker-team--wake ()
  "Begin a turn of this agent for the messages that wait, if it does nothing."
  (when (and (eq context-broker-agent-state 'idle) (null context-broker-agent--waiting)
             (null context-broker-agent-scope)
             (< context-broker-agent-wakes context-broker-team-wakes-max)
             (context-broker-team--messages))
    (cl-incf context-broker-agent-wakes)
    (context-broker-agent-say "Messages wait for you: read them by check_messages.")))

(defun context-broker-team--turn-ended (failed)
  "Remove what this agent read in the turn that ended, unless it FAILED."
  (unless failed (mapc #'delete-file context-broker-team--read))
  (setq context-broker-team--read nil)
  (context-broker-team--wake))
(setq-default context-broker-agent-turn-function #'context-broker-team--turn-ended)

(context-broker-deftool list_agents
  "List the agents of this project: name, agent, state, folder, and how many messages wait."
  :safe t :context nil
  (let ((agents (context-broker-team--agents)))
    (context-broker-tools-value
     (vconcat
      (mapcar (lambda (buffer)
                (with-current-buffer buffer
                  `((name . ,(context-broker-team--name buffer))
                    (agent . ,(symbol-name context-broker-agent-client))
                    (state . ,(context-broker-agent-status))
                    (folder . ,default-directory)
                    (messages . ,(length (context-broker-team--messages)))
                    ,@(and (eq buffer (car agents)) '((you . t))))))
              agents)))))

(context-broker-deftool spawn_agent
  "Start an agent beside you in this project, and give it a task.  It answers you by message_agent."
  :context nil
  :args ((name string :required "A short name: letters, digits, - and _")
         (task string :required "What it shall do; it knows nothing of your conversation")
         (agent (choice "claude" "kimi" "codex") "Which agent; default: yours")
         (folder string "Its folder, in yours; default: yours"))
  (let* ((agents (context-broker-team--agents))
         (own (file-truename (buffer-local-value 'default-directory (car agents))))
         (folder (file-name-as-directory (file-truename (expand-file-name (or folder "") own))))
         (case-fold-search nil))
    (unless (string-match-p "\\`[A-Za-z0-9][A-Za-z0-9_-]\\{0,39\\}\\'" name)
      (context-broker-tools-fail "%S cannot name an agent"
                                 "use up to 40 letters, digits, - and _" name))
    (unless (and (file-directory-p folder) (string-prefix-p own folder))
      (context-broker-tools-fail "%s is no folder in yours, %s" "name a folder below it"
                                 folder own))
    (when (or (equal name "main") (member name (mapcar #'context-broker-team--name agents)))
      (context-broker-tools-fail "there is an agent %s already"
                                 "choose another name, or send it a message" name))
    (when (>= (length agents) context-broker-team-agents-max)
      (context-broker-tools-fail "%d agents are open, which are all that may"
                                 "send a message to one of those that there are" (length agents)))
    (with-current-buffer
        (context-broker-agent-make
         folder :name name
         :client (if agent (intern agent)
                   (buffer-local-value 'context-broker-agent-client (car agents))))
      (context-broker-agent-say
       (concat task "\n\nThe agent " (context-broker-team--name (car agents))
               " started you.  When you are done, tell it the outcome by message_agent.")))
    (format "%s works in %s" name folder)))

(context-broker-deftool message_agent
  "Send a message to an agent of this project, which is woken if it does nothing."
  :safe t :context nil
  :args ((to string :required "Its name, as list_agents has it")
         (text string :required "The message"))
  (let* ((agents (context-broker-team--agents))
         (names (mapcar #'context-broker-team--name (cdr agents)))
         (buffer (or (cl-find to (cdr agents) :key #'context-broker-team--name :test #'equal)
                     (context-broker-tools-fail
                      "there is no other agent %s in this project"
                      (if names (concat "there are: " (string-join names ", "))
                        "start one by spawn_agent")
                      to)))
         (from (context-broker-team--name (car agents))))
    (when (> (length text) context-broker-team-message-size-max)
      (context-broker-tools-fail
       "a message has at most %d characters, and this one has %d"
       "write it to a file, and send the file's name"
       context-broker-team-message-size-max (length text)))
    (with-current-buffer buffer
      (let* ((files (context-broker-team--messages))
             (last (if files (string-to-number (file-name-base (car (last files)))) 0)))
        (when (>= (length files) context-broker-team-messages-max)
          (context-broker-tools-fail
           "%d messages wait for %s, which are all that may; this one was not sent"
           "send it again once some are read" (length files) to))
        (context-broker-agent-write
         (context-broker-agent-file (format "inbox/%012d.eld" (1+ last)))
         (prin1-to-string `((from . ,from) (sent . ,(format-time-string "%FT%T%z"))
                            (text . ,text))))
        (context-broker-team--wake)
        (format "sent; %d wait for %s" (1+ (length files)) to)))))

(context-broker-deftool check_messages
  "Return the messages for you, oldest first.  They are removed when your turn has ended well."
  :safe t :context nil
  (with-current-buffer (car (context-broker-team--agents))
    (setq context-broker-team--read (context-broker-team--messages))
    (context-broker-tools-value
     (vconcat (mapcar (lambda (file) (read (context-broker-agent-read file)))
                      context-broker-team--read)))))

(provide 'context-broker-team)
;;; context-broker-team.el ends here
