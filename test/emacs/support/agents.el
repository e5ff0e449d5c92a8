;;; agents.el --- Agents that do what they are asked word for word  -*- lexical-binding: t; -*-

;;; Code:

(require 'cl-lib)
(require 'context-broker-oneshot)
(require 'context-broker-team)
(require 'small-project)

(setq user-emacs-directory (file-name-as-directory (make-temp-file "cb-agents-" t))
      server-socket-dir (make-temp-file "cb-socket-" t)
      server-name "agents"
      context-broker-agent-toolsets "search,emacs"
      context-broker-client-programs
      (list (list 'claude (or (getenv "CONTEXT_BROKER_NODE") "node")
                  (expand-file-name "scripted-agent.mjs"
                                    (file-name-directory (or load-file-name buffer-file-name))))))
(add-hook 'kill-emacs-hook (lambda ()
                             (delete-directory user-emacs-directory t)
                             (delete-directory server-socket-dir t)))

(defun agents-wait-until (condition)
  "Let Emacs go on until CONDITION, a function, holds; at most a minute."
  (let ((end (+ (float-time) 60)))
    (while (and (not (funcall condition)) (< (float-time) end))
      (accept-process-output nil .02)))
  (unless (funcall condition) (error "It never came to that")))

(defun agents-idle-p (buffer)
  "Whether the session of BUFFER has nothing left to do or to show."
  (with-current-buffer buffer
    (not (or context-broker-agent--waiting
             (memq context-broker-agent-state '(working interrupted))))))

(defun agents-text (buffer)
  "Return the conversation of BUFFER, once its agent is idle."
  (agents-wait-until (lambda () (agents-idle-p buffer)))
  (with-current-buffer buffer
    (buffer-substring-no-properties (point-min) context-broker-agent--end)))

(defun agents-ask (buffer &rest lines)
  "Send LINES to the agent of BUFFER; return the conversation then."
  (with-current-buffer buffer (context-broker-agent-say (string-join lines "\n")))
  (agents-text buffer))

(cl-defun agents-new (&optional name &key folder)
  "Return a new session NAME in FOLDER or the small project."
  (context-broker-agent-make (or folder (small-project)) :name name :client 'claude))

(defmacro agents-with (bindings &rest body)
  "Bind sessions as BINDINGS say, evaluate BODY, and kill them."
  (declare (indent 1))
  `(let ,bindings
     (unwind-protect (progn ,@body)
       (mapc #'kill-buffer (context-broker-agent-sessions)))))

(provide 'agents)
;;; agents.el ends here
