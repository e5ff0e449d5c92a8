;;; context-broker-clients.el --- Command-line agents and their streams  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; What is particular to a command-line agent: how a turn is started in its headless mode, how the
;; broker's MCP server is given to it, how its own tools are switched off, and what a line of its
;; stream says.
;;
;; A turn is a plist: :prompt, :session (the agent's id of the conversation that goes on, or nil),
;; :server (the command of the MCP server, a list), :scoped (non-nil: only tools of that server),
;; :directory (of the project), and :private (a folder for the agent's files of this session).
;; A line becomes a list of events: (session ID), (text TEXT), (thinking TEXT),
;; (tool ID NAME ARGUMENTS), (result ID TEXT), (tokens INPUT OUTPUT), (failed TEXT), (unknown TEXT).

;;; Code:

(require 'cl-lib)
(require 'context-broker-mcp)
(require 'subr-x)

(defconst context-broker-clients--server "context-broker-emacs"
  "The name by which an agent knows the MCP server of its session.
Not `context-broker', since the user may have configured that one.")

(cl-defstruct (context-broker-client (:copier nil))
  "A command-line agent.
NAME is a symbol, TITLE its name for people, PROGRAM what starts it, a
list; nil is Context Broker itself.  COMMAND makes a turn's arguments,
ENVIRONMENT, if any, its variables, and EVENTS the events of a message,
or of a line where PLAIN.  The prompt is among the arguments where
ARGUMENT is non-nil, and else the standard input.  RESTRICTS tells that
its own tools can be switched off."
  name title program command environment events plain argument restricts)

(defcustom context-broker-client-programs nil
  "Programs of agents in place of the usual ones, with their first arguments."
  :type '(alist :key-type (choice (const claude) (const kimi) (const codex) (const chat))
                :value-type (repeat string))
  :group 'context-broker)

(defun context-broker-clients--json (value)
  "Return VALUE as JSON, a string of characters."
  (decode-coding-string (json-serialize value :null-object nil) 'utf-8))

(defun context-broker-clients--write (turn name text)
  "Write TEXT to the file NAME of the private folder of TURN; return the file."
  (let ((file (expand-file-name name (plist-get turn :private)))
        (coding-system-for-write 'utf-8-unix))
    (with-file-modes #o600 (write-region text nil file nil 'quiet))
    file))

(defun context-broker-clients--mcp-file (turn name)
  "Write the MCP server of TURN to the file NAME; return the file."
  (pcase-let ((`(,program . ,arguments) (plist-get turn :server)))
    (context-broker-clients--write
     turn name
     (context-broker-clients--json
      `(:mcpServers (,(intern (concat ":" context-broker-clients--server))
                     (:command ,program :args ,(vconcat arguments))))))))

(defun context-broker-clients--flat (content)
  "Return the text of CONTENT: a string, or a list of parts with texts."
  (if (listp content)
      (mapconcat (lambda (part) (or (and (consp part) (alist-get 'text part)) "")) content "")
    content))

;;; Claude Code

(defun context-broker-clients--claude-command (turn)
  "Return the arguments by which Claude Code does TURN."
  `("-p" "--output-format" "stream-json" "--verbose" "--strict-mcp-config"
    "--mcp-config" ,(context-broker-clients--mcp-file turn "mcp.json")
    "--allowedTools" ,(concat "mcp__" context-broker-clients--server)
    ,@(and (plist-get turn :scoped) '("--tools" "" "--setting-sources" ""))
    ,@(and (plist-get turn :session) (list "--resume" (plist-get turn :session)))))

(defun context-broker-clients--claude-events (message)
  "Return the events of MESSAGE of Claude Code."
  (let-alist message
    (pcase .type
      ("system" (and (equal .subtype "init") `((session ,.session_id))))
      ((and (or "assistant" "user") (guard (listp .message.content)))
       (mapcan (lambda (part)
                 (let-alist part
                   (pcase .type
                     ("text" `((text ,.text)))
                     ("thinking" `((thinking ,.thinking)))
                     ("tool_use" `((tool ,.id ,.name ,.input)))
                     ("tool_result"
                      `((result ,.tool_use_id ,(context-broker-clients--flat .content)))))))
               .message.content))
      ("result"
       `(,@(and .usage `((tokens ,(+ (or .usage.input_tokens 0)
                                     (or .usage.cache_creation_input_tokens 0)
                                     (or .usage.cache_read_input_tokens 0))
                                 ,(or .usage.output_tokens 0))))
         ,@(and (eq .is_error t) `((failed ,(or .result .subtype)))))))))

;;; Kimi Code

(defun context-broker-clients--kimi-command (turn)
  "Return the arguments by which Kimi Code does TURN."
  `("--output-format" "stream-json"
    ;; A scoped one starts in its private folder, and shall know of no other.
    ,@(if (plist-get turn :session) (list "--session" (plist-get turn :session))
        (and (plist-get turn :scoped)
             (list "--agent-file"
                   (context-broker-clients--write
                    turn "agent.md"
                    (concat "---\nname: scoped\ndescription: Works through Emacs only\ntools:\n"
                            "  - mcp__" context-broker-clients--server "__*\n---\n"
                            "You work only with the tools that you are given.\n")))))
    "-p" ,(plist-get turn :prompt)))

(defun context-broker-clients--kimi-environment (turn)
  "Return the variables by which Kimi Code does TURN.
Its servers come from its home folder alone: so it is given one of its
own, where all but the servers and the conversations is the user's."
  (let ((home (expand-file-name "kimi" (plist-get turn :private)))
        (user (or (getenv "KIMI_CODE_HOME") (expand-file-name "~/.kimi-code"))))
    (with-file-modes #o700 (make-directory home t))
    (dolist (file (and (file-directory-p user)
                       (directory-files user t directory-files-no-dot-files-regexp)))
      (let* ((name (file-name-nondirectory file)) (own (expand-file-name name home)))
        (unless (or (member name '("mcp.json" "sessions" "agents"))
                    (file-symlink-p own) (file-exists-p own))
          (make-symbolic-link file own))))
    (context-broker-clients--mcp-file turn (expand-file-name "mcp.json" home))
    (list (concat "KIMI_CODE_HOME=" home) "KIMI_CODE_NO_AUTO_UPDATE=1")))

(defun context-broker-clients--kimi-events (message)
  "Return the events of MESSAGE of Kimi Code."
  (let-alist message
    (let ((text (context-broker-clients--flat .content)))
      (pcase .role
        ("meta" (and .session_id `((session ,.session_id))))
        ("assistant"
         `(,@(and .reasoning_content `((thinking ,.reasoning_content)))
           ,@(and text (not (string-empty-p text)) `((text ,text)))
           ,@(mapcar (lambda (call)
                       (let-alist call `(tool ,.id ,.function.name ,.function.arguments)))
                     .tool_calls)))
        ("tool" `((result ,.tool_call_id ,text)))))))

;;; Codex

(defun context-broker-clients--codex-command (turn)
  "Return the arguments by which Codex does TURN."
  `("exec" ,@(and (plist-get turn :session) (list "resume" (plist-get turn :session)))
    "--skip-git-repo-check" "--json"
    ,@(cl-loop for (key value) in `(("command" ,(car (plist-get turn :server)))
                                    ("args" ,(vconcat (cdr (plist-get turn :server))))
                                    ("default_tools_approval_mode" "approve")
                                    ;; Else it asks its model before the server is ready.
                                    ("required" t) ("startup_timeout_sec" 60))
               ;; A text is written alike in JSON and in TOML.
               append (list "-c" (format "mcp_servers.%s.%s=%s" context-broker-clients--server
                                         key (context-broker-clients--json value))))
    "-"))

(defun context-broker-clients--codex-events (message)
  "Return the events of MESSAGE of Codex."
  (let-alist message
    (pcase (list .type .item.type)
      (`("thread.started" ,_) `((session ,.thread_id)))
      (`("item.started" "mcp_tool_call") `((tool ,.item.id ,.item.tool ,.item.arguments)))
      (`("item.started" "command_execution") `((tool ,.item.id "shell" ,.item.command)))
      (`("item.completed" "agent_message") `((text ,.item.text)))
      (`("item.completed" "reasoning") `((thinking ,.item.text)))
      (`("item.completed" "mcp_tool_call")
       `((result ,.item.id ,(or .item.error.message
                                (context-broker-clients--flat .item.result.content)))))
      (`("item.completed" "command_execution")
       `((result ,.item.id ,(or .item.aggregated_output ""))))
      (`("item.completed" "file_change") `((tool ,.item.id "edit" ,.item.changes)))
      (`("item.completed" "error") `((unknown ,.item.message)))
      (`("turn.completed" ,_) `((tokens ,(or .usage.input_tokens 0) ,(or .usage.output_tokens 0))))
      (`("turn.failed" ,_) `((failed ,(or .error.message "the turn failed"))))
      (`("error" ,_) `((failed ,(or .message "an error without a text")))))))

;;; The table

(defconst context-broker-clients
  (list
   (make-context-broker-client
    :name 'claude :title "Claude Code" :program '("claude") :restricts t
    :command #'context-broker-clients--claude-command
    ;; Else it asks its model before the server is ready, and without its tools.
    :environment (lambda (_) '("MCP_CONNECTION_NONBLOCKING=0" "MCP_CONNECT_TIMEOUT_MS=30000"))
    :events #'context-broker-clients--claude-events)
   (make-context-broker-client
    :name 'kimi :title "Kimi Code" :program '("kimi") :restricts t :argument t
    :command #'context-broker-clients--kimi-command
    :environment #'context-broker-clients--kimi-environment
    :events #'context-broker-clients--kimi-events)
   ;; Codex keeps tools that read files and start other agents whichever features are switched off.
   (make-context-broker-client
    :name 'codex :title "Codex" :program '("codex")
    :command #'context-broker-clients--codex-command
    :events #'context-broker-clients--codex-events)
   (make-context-broker-client
    :name 'chat :title "Context Broker's chat" :plain t
    :command (lambda (turn)
               (list "chat" "--project" (directory-file-name (plist-get turn :directory))
                     "--session" (file-name-nondirectory
                                  (directory-file-name (plist-get turn :private)))))
    :events (lambda (line) `((text ,line)))))
  "The command-line agents that Emacs can run.")

(defun context-broker-client-named (name)
  "Return the client whose name is the symbol NAME; signal where none is."
  (or (cl-find name context-broker-clients :key #'context-broker-client-name)
      (user-error "There is no agent %s, only %s" name
                  (mapconcat (lambda (one) (symbol-name (context-broker-client-name one)))
                             context-broker-clients ", "))))

(defun context-broker-client-executable (client)
  "Return the program of CLIENT as a list; signal where it is not installed."
  (let ((program (or (alist-get (context-broker-client-name client) context-broker-client-programs)
                     (context-broker-client-program client)
                     (context-broker-mcp-program))))
    (cons (or (executable-find (car program))
              (user-error "%s is not installed: there is no program %s; see %s"
                          (context-broker-client-title client) (car program)
                          "`context-broker-client-programs'"))
          (cdr program))))

(defun context-broker-client-read (client line)
  "Return the events of LINE, a decoded line of the stream of CLIENT."
  (cond
   ((context-broker-client-plain client) (funcall (context-broker-client-events client) line))
   ((string-blank-p line) nil)
   (t (condition-case nil
          (let ((events (funcall (context-broker-client-events client)
                                 (context-broker-mcp-parse line))))
            (pcase-dolist (`(,kind ,first . ,more) events)
              (unless (if (eq kind 'tokens) (numberp first)
                        (stringp (if (eq kind 'result) (car more) first)))
                (error "Not the form that is known")))
            events)
        ;; A warning among the messages, or a message formed as a newer version forms it.
        (error `((unknown ,line)))))))

(provide 'context-broker-clients)
;;; context-broker-clients.el ends here
