;;; context-broker-clients.el --- Command-line agents and their streams  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; What is particular to a command-line agent: how a turn is started in its
;; headless mode, how the broker's MCP server is given to it, how its own
;; tools are switched off, and what a line of its stream says.
;;
;; A turn is a plist: :prompt, :session (the agent's id of the conversation
;; that goes on, or nil), :server (the command of the MCP server, a list),
;; :scoped (non-nil: only tools of that server), :directory (of the project),
;; and :private (a folder of this session that the agent's files may go to).
;;
;; A line of a stream becomes a list of events:
;;   (session ID), (text TEXT), (thinking TEXT), (tool ID NAME ARGUMENTS),
;;   (result ID TEXT), (tokens INPUT OUTPUT), (failed TEXT), (unknown TEXT).

;;; Code:

(require 'cl-lib)
(require 'context-broker-mcp)
(require 'json)
(require 'subr-x)

(defconst context-broker-clients--server "context-broker-emacs"
  "The name by which an agent knows the MCP server of its session.
Not `context-broker', since the user may have configured that one.")

(cl-defstruct (context-broker-client (:copier nil))
  "A command-line agent.
NAME is a symbol, TITLE its name for people, PROGRAM the default of what
starts it, a list.  COMMAND makes a turn's arguments; ENVIRONMENT, if
any, its variables.  EVENTS makes events of a line's JSON, or of the
line where PLAIN.  The prompt is an argument where ARGUMENT is non-nil,
and else standard input.  RESTRICTS: its own tools can be switched off."
  name title program command environment events plain argument restricts)

(defcustom context-broker-client-programs nil
  "Programs of agents in place of the usual ones.
Each is a list of the program and its first arguments."
  :type '(alist :key-type (choice (const claude) (const kimi)
                                  (const codex) (const chat))
                :value-type (repeat string))
  :group 'context-broker)

;;; Claude Code

(defun context-broker-clients--claude-command (turn)
  "Return the arguments by which Claude Code does TURN."
  (append
   '("-p" "--output-format" "stream-json" "--verbose" "--strict-mcp-config")
   (list "--mcp-config"
         (context-broker-clients--mcp-file turn))
   (list "--allowedTools"
         (concat "mcp__" context-broker-clients--server))
   (when (plist-get turn :scoped) '("--tools" "" "--setting-sources" ""))
   (when (plist-get turn :session)
     (list "--resume" (plist-get turn :session)))))

(defun context-broker-clients--claude-events (message)
  "Return the events of MESSAGE of Claude Code."
  (let-alist message
    (pcase .type
      ("system" (and (equal .subtype "init") `((session ,.session_id))))
      ((or "assistant" "user")
       (and (listp .message.content)
            (mapcan #'context-broker-clients--claude-part .message.content)))
      ("result"
       (append
        (when .usage
          `((tokens ,(+ (or .usage.input_tokens 0)
                        (or .usage.cache_creation_input_tokens 0)
                        (or .usage.cache_read_input_tokens 0))
                    ,(or .usage.output_tokens 0))))
        (when (eq .is_error t)
          `((failed ,(or .result
                         (and .errors (format "%s" (car .errors)))
                         .subtype)))))))))

(defun context-broker-clients--claude-part (part)
  "Return the events of PART of a message of Claude Code."
  (let-alist part
    (pcase .type
      ("text" `((text ,.text)))
      ("thinking" `((thinking ,.thinking)))
      ("tool_use" `((tool ,.id ,.name ,.input)))
      ("tool_result"
       `((result ,.tool_use_id ,(context-broker-clients--flat .content)))))))

;;; Kimi Code

(defun context-broker-clients--kimi-command (turn)
  "Return the arguments by which Kimi Code does TURN."
  (append
   (list "--output-format" "stream-json"
         "--add-dir" (directory-file-name (plist-get turn :directory)))
   (if (plist-get turn :session)
       (list "--session" (plist-get turn :session))
     (when (plist-get turn :scoped)
       (list "--agent-file" (context-broker-clients--kimi-agent turn))))
   (list "-p" (plist-get turn :prompt))))

(defun context-broker-clients--kimi-agent (turn)
  "Write the agent of TURN, which has the server's tools only.  Return its file."
  (context-broker-clients--write
   turn "agent.md"
   (format "---\nname: scoped\ndescription: %s\ntools:\n  - mcp__%s__*\n---\n%s\n"
           "Works through the tools of Emacs only"
           context-broker-clients--server
           "You work only with the tools that you are given.")))

(defun context-broker-clients--kimi-environment (turn)
  "Return the variables by which Kimi Code does TURN.
Its servers come from its home folder alone: so it is given one of its
own, where all but the servers and the conversations is the user's."
  (let* ((home (expand-file-name "kimi" (plist-get turn :private)))
         (user (or (getenv "KIMI_CODE_HOME") (expand-file-name "~/.kimi-code"))))
    (with-file-modes #o700 (make-directory home t))
    (when (file-directory-p user)
      (dolist (file (directory-files user t directory-files-no-dot-files-regexp))
        (let ((own (expand-file-name (file-name-nondirectory file) home)))
          (unless (or (member (file-name-nondirectory file)
                              '("mcp.json" "sessions" "agents"))
                      (file-symlink-p own)
                      (file-exists-p own))
            (make-symbolic-link file own)))))
    (context-broker-clients--mcp-file turn (expand-file-name "mcp.json" home))
    (list (concat "KIMI_CODE_HOME=" home) "KIMI_CODE_NO_AUTO_UPDATE=1")))

(defun context-broker-clients--kimi-events (message)
  "Return the events of MESSAGE of Kimi Code."
  (let-alist message
    (pcase .role
      ("meta" (and .session_id `((session ,.session_id))))
      ("assistant"
       (append
        (when .reasoning_content `((thinking ,.reasoning_content)))
        (let ((text (context-broker-clients--flat .content)))
          (unless (string-empty-p text) `((text ,text))))
        (mapcar (lambda (call)
                  (let-alist call
                    `(tool ,.id ,.function.name
                           ,(context-broker-clients--arguments
                             .function.arguments))))
                .tool_calls)))
      ("tool" `((result ,.tool_call_id
                        ,(context-broker-clients--flat .content)))))))

;;; Codex

(defun context-broker-clients--codex-command (turn)
  "Return the arguments by which Codex does TURN."
  (let ((server (concat "mcp_servers." context-broker-clients--server)))
    (append
     '("exec")
     (when (plist-get turn :session)
       (list "resume" (plist-get turn :session)))
     '("--skip-git-repo-check" "--json")
     (cl-loop for (key . value)
              in `(("command" . ,(car (plist-get turn :server)))
                   ("args" . ,(vconcat (cdr (plist-get turn :server))))
                   ("default_tools_approval_mode" . "approve"))
              ;; JSON of strings without a surrogate is TOML as well.
              append (list "-c" (format "%s.%s=%s" server key
                                        (context-broker-clients--json value))))
     '("-"))))

(defun context-broker-clients--codex-events (message)
  "Return the events of MESSAGE of Codex."
  (let-alist message
    (pcase .type
      ("thread.started" `((session ,.thread_id)))
      ("item.started"
       (pcase .item.type
         ("mcp_tool_call" `((tool ,.item.id ,.item.tool ,.item.arguments)))
         ("command_execution" `((tool ,.item.id "shell" ,.item.command)))))
      ("item.completed" (context-broker-clients--codex-item .item))
      ("turn.completed"
       `((tokens ,(or .usage.input_tokens 0) ,(or .usage.output_tokens 0))))
      ("turn.failed" `((failed ,(or .error.message "the turn failed"))))
      ("error" `((failed ,(or .message "an error without a text")))))))

(defun context-broker-clients--codex-item (item)
  "Return the events of ITEM of Codex, which is complete."
  (let-alist item
    (pcase .type
      ("agent_message" `((text ,.text)))
      ("reasoning" `((thinking ,.text)))
      ("mcp_tool_call"
       `((result ,.id ,(or .error.message
                           (context-broker-clients--flat .result.content)))))
      ("command_execution" `((result ,.id ,(or .aggregated_output ""))))
      ("file_change"
       `((tool ,.id "edit" ,.changes) (result ,.id ,(or .status ""))))
      ("error" `((unknown ,(or .message "")))))))

;;; context-broker chat

(defun context-broker-clients--chat-command (turn)
  "Return the arguments by which `context-broker chat' does TURN."
  (list "chat" "--project" (directory-file-name (plist-get turn :directory))
        "--session" (or (plist-get turn :session)
                        (file-name-nondirectory
                         (directory-file-name (plist-get turn :private))))))

(defun context-broker-clients--chat-events (line)
  "Return the events of LINE of `context-broker chat'."
  `((text ,(concat line "\n"))))

;;; The table

(defconst context-broker-clients
  (list
   (make-context-broker-client
    :name 'claude :title "Claude Code" :program '("claude")
    :command #'context-broker-clients--claude-command
    :events #'context-broker-clients--claude-events :restricts t)
   (make-context-broker-client
    :name 'kimi :title "Kimi Code" :program '("kimi")
    :command #'context-broker-clients--kimi-command
    :environment #'context-broker-clients--kimi-environment
    :events #'context-broker-clients--kimi-events :argument t :restricts t)
   ;; Codex keeps tools that read files and start other agents whichever
   ;; features are switched off.
   (make-context-broker-client
    :name 'codex :title "Codex" :program '("codex")
    :command #'context-broker-clients--codex-command
    :events #'context-broker-clients--codex-events)
   (make-context-broker-client
    :name 'chat :title "Context Broker's chat"
    :command #'context-broker-clients--chat-command
    :events #'context-broker-clients--chat-events :plain t))
  "The command-line agents that Emacs can run.")

(defun context-broker-client-named (name)
  "Return the client whose name is the symbol NAME; signal where none is."
  (or (cl-find name context-broker-clients :key #'context-broker-client-name)
      (user-error "There is no agent %s; there are %s" name
                  (mapconcat (lambda (client)
                               (symbol-name (context-broker-client-name client)))
                             context-broker-clients ", "))))

(defun context-broker-client-executable (client)
  "Return the program of CLIENT as a list; signal where it is not installed."
  (let* ((name (context-broker-client-name client))
         (program (or (alist-get name context-broker-client-programs)
                      (context-broker-client-program client)
                      context-broker-program))
         (found (executable-find (car program))))
    (unless found
      (user-error "%s is not installed: there is no program %s; see `context-broker-client-programs'"
                  (context-broker-client-title client) (car program)))
    (cons found (cdr program))))

(defun context-broker-client-read (client line)
  "Return the events of LINE, a decoded line of the stream of CLIENT."
  (cond
   ((context-broker-client-plain client)
    (funcall (context-broker-client-events client) line))
   ((string-blank-p line) nil)
   (t
    (condition-case nil
        (funcall (context-broker-client-events client)
                 (json-parse-string line :object-type 'alist :array-type 'list
                                    :null-object nil :false-object :false))
      ;; A warning of the agent among its messages, or a message that is
      ;; formed otherwise in a newer version: shown as it is.
      (error `((unknown ,line)))))))

;;; Parts

(defun context-broker-clients--json (value)
  "Return VALUE as JSON, a string of characters."
  (decode-coding-string (json-serialize value :null-object nil) 'utf-8))

(defun context-broker-clients--write (turn name text)
  "Write TEXT to the file NAME of TURN's private folder; return the file."
  (let ((file (expand-file-name name (plist-get turn :private)))
        (coding-system-for-write 'utf-8-unix))
    (with-file-modes #o600 (write-region text nil file nil 'quiet))
    file))

(defun context-broker-clients--mcp-file (turn &optional file)
  "Write the MCP servers of TURN to FILE; return the file."
  (let ((server (plist-get turn :server)))
    (context-broker-clients--write
     turn (or file "mcp.json")
     (context-broker-clients--json
      `(:mcpServers
        (,(intern (concat ":" context-broker-clients--server))
         (:command ,(car server) :args ,(vconcat (cdr server)))))))))

(defun context-broker-clients--arguments (text)
  "Return the arguments of a tool call, of which TEXT is the JSON."
  (condition-case nil
      (json-parse-string text :object-type 'alist :array-type 'list
                         :null-object nil :false-object :false)
    (error text)))

(defun context-broker-clients--flat (content)
  "Return the text of CONTENT: a string, or a list of parts with texts."
  (cond ((stringp content) content)
        ((listp content)
         (mapconcat (lambda (part) (or (and (consp part) (alist-get 'text part)) ""))
                    content ""))
        (t "")))

(provide 'context-broker-clients)
;;; context-broker-clients.el ends here
