;;; context-broker-agent.el --- Conversations with coding agents  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A session is a buffer that holds a conversation with a command-line agent, which has the broker's
;; tools and those of this Emacs.  A turn is a process of its own, `context-broker emacs-agent',
;; which runs the agent and tells what it does in a form that all agents share; what is written
;; while one runs is sent after it.  A session has a private folder with what is kept over a restart
;; of Emacs: what it is, and its conversation as text.
;; Functions work on the session of the current buffer, unless they say otherwise.

;;; Code:

(require 'cl-lib)
(require 'context-broker-mcp)
(require 'context-broker-tools)
(require 'json)
(require 'server)
(require 'subr-x)

(defconst context-broker-agent-clients
  '((claude "Claude Code" ("claude") scoped)
    (kimi "Kimi Code" ("kimi") scoped)
    ;; It keeps tools that read files and start agents, whichever features are switched off.
    (codex "Codex" ("codex"))
    (chat "Context Broker's chat" nil))
  "Agents: symbol, title, program (nil: ours), whether a scope holds them.")

(defcustom context-broker-agent 'claude
  "The agent that a new session is with."
  :type `(choice . ,(cl-loop for (name title) in context-broker-agent-clients
                             collect `(const :tag ,title ,name)))
  :group 'context-broker)
(defcustom context-broker-client-programs nil
  "Programs of agents in place of the usual ones, with their first arguments."
  :type '(alist :key-type symbol :value-type (repeat string)) :group 'context-broker)
(defcustom context-broker-agent-scrollback 200000
  "Characters of a conversation that its buffer keeps."
  :type 'natnum :group 'context-broker)
(defcustom context-broker-agent-keep-days 30
  "Days after which a session that nobody opened is deleted."
  :type 'natnum :group 'context-broker)
(defcustom context-broker-agent-toolsets "all,emacs"
  "Sets of tools that an agent is given, as `serve --toolsets' takes them."
  :type 'string :group 'context-broker)
(defcustom context-broker-agent-start-hook nil
  "Functions called in the buffer of a session once it is set up."
  :type 'hook :group 'context-broker)

(defvar-local context-broker-agent-id nil "The secret by which the server knows this session.")
(defvar-local context-broker-agent-name nil "The name of this session in its project, or nil.")
(defvar-local context-broker-agent-client nil "Symbol of `context-broker-agent-clients'.")
(defvar-local context-broker-agent-scope nil
  "What a one-shot agent is limited to: see `context-broker-tools-permit'.")
(defvar-local context-broker-agent-state 'idle "One of idle, working, interrupted and failed.")
(defvar-local context-broker-agent--failed nil "Whether this turn has failed.")
(defvar-local context-broker-agent-said nil "What the agent said last, or why it failed.")
(defvar-local context-broker-agent-wakes 0 "Turns for messages since the person wrote.")
(defvar-local context-broker-agent-turn-function #'ignore
  "Function called when a turn has ended, with whether it failed.")
(defvar-local context-broker-agent--status nil "What the agent does now, as text.")
(defvar-local context-broker-agent--conversation nil "The agent's own id of the conversation.")
(defvar-local context-broker-agent--process nil "The process of this turn.")
(defvar-local context-broker-agent--rest "" "The unfinished line of its output.")
(defvar-local context-broker-agent--turn nil "What was sent in this turn.")
(defvar-local context-broker-agent--waiting nil "Texts that are sent next, oldest first.")
(defvar-local context-broker-agent--tokens '(0 . 0) "Tokens read and written.")
(defvar-local context-broker-agent--end nil "Marks the end of the conversation.")
(defvar-local context-broker-agent--start nil "Marks the start of what is being written.")

(defun context-broker-agent-sessions ()
  "Return the buffers of all sessions that are open."
  (cl-remove-if-not (lambda (buffer) (buffer-local-value 'context-broker-agent-id buffer))
                    (buffer-list)))

(defun context-broker-agent-of (id)
  "Return the buffer of the session ID, or nil."
  (cl-find id (context-broker-agent-sessions) :test #'equal
           :key (lambda (buffer) (buffer-local-value 'context-broker-agent-id buffer))))

(defun context-broker-agent-title ()
  "Return the name of this session's agent for people."
  (car (alist-get context-broker-agent-client context-broker-agent-clients)))

(defun context-broker-agent--program (client)
  "Return the command of CLIENT, a list; signal where it is not installed."
  (pcase-let ((`(,title ,usual) (alist-get client context-broker-agent-clients)))
    (unless title
      (user-error "There is no agent %s, only %s" client
                  (mapconcat #'symbol-name (mapcar #'car context-broker-agent-clients) ", ")))
    (let ((program (or (alist-get client context-broker-client-programs) usual
                       (context-broker-mcp-program))))
      (cons (or (executable-find (car program))
                (user-error "%s is not installed: there is no program %s; see %s" title
                            (car program) "`context-broker-client-programs'"))
            (cdr program)))))

;;; What is kept

(defun context-broker-agent-folder (&optional id)
  "Return the private folder of the session ID, or of all; it exists then."
  (let ((folder (locate-user-emacs-file (concat "context-broker/sessions/" id))))
    (with-file-modes #o700 (make-directory folder t))
    (file-name-as-directory (expand-file-name folder))))

(defun context-broker-agent-file (name)
  "Return the path of the file NAME of this session."
  (expand-file-name name (context-broker-agent-folder context-broker-agent-id)))

(defun context-broker-agent-write (file text)
  "Write TEXT to FILE wholly or not at all, for this user's eyes only."
  (let ((part (concat file ".part")) (coding-system-for-write 'utf-8-emacs-unix))
    (with-file-modes #o600 (write-region text nil part nil 'quiet))
    (rename-file part file t)))

(defun context-broker-agent-read (file)
  "Return the text of FILE, or nil where there is none."
  (when (file-readable-p file)
    (with-temp-buffer
      (let ((coding-system-for-read 'utf-8-emacs-unix)) (insert-file-contents file))
      (buffer-string))))

(defun context-broker-agent--keep ()
  "Keep this session for the next start of Emacs, unless it is a one-shot one."
  (unless context-broker-agent-scope
    ;; A full disk shall end no turn, and keep nobody from ending Emacs.
    (with-demoted-errors "Broker agent: %S"
      (context-broker-agent-write
       (context-broker-agent-file "session.eld")
       (prin1-to-string (list :name context-broker-agent-name :directory default-directory
                              :client context-broker-agent-client
                              :conversation context-broker-agent--conversation
                              :turn (and (eq context-broker-agent-state 'working)
                                         context-broker-agent--turn)
                              :tokens context-broker-agent--tokens)))
      (context-broker-agent-write
       (context-broker-agent-file "conversation.txt")
       (save-restriction
         (widen)
         (buffer-substring-no-properties (point-min) context-broker-agent--end))))))

(defun context-broker-agent--folders ()
  "Return the folders of all sessions."
  (directory-files (context-broker-agent-folder) t "\\`[0-9a-f]\\{32\\}\\'"))

(defun context-broker-agent--kept ()
  "Return what is known of the sessions that are kept, plists, the newest first."
  (cl-loop for folder in (sort (context-broker-agent--folders) #'file-newer-than-file-p)
           for text = (context-broker-agent-read (expand-file-name "session.eld" folder))
           for facts = (and text (ignore-errors (read text)))
           when (consp facts)
           collect `(:id ,(file-name-nondirectory folder) . ,facts)))

(defun context-broker-agent-clean ()
  "Delete the sessions that nobody opened for `context-broker-agent-keep-days'."
  (interactive)
  (let ((oldest (time-subtract nil (days-to-time context-broker-agent-keep-days))))
    (dolist (folder (context-broker-agent--folders))
      (unless (or (context-broker-agent-of (file-name-nondirectory folder))
                  (time-less-p oldest (file-attribute-modification-time
                                       (file-attributes folder))))
        (delete-directory folder t)))))

;;; Starting and opening

(defun context-broker-agent--buffer-name (directory name)
  "Return the name of a buffer for the session NAME of DIRECTORY."
  (format "*broker:%s%s*" (abbreviate-file-name (directory-file-name directory))
          (if name (concat ":" name) "")))

;;;###autoload
(defun context-broker-agent-start (&optional name client)
  "Open the conversation of this project with an agent.
With a prefix argument, ask for the NAME of the session and its CLIENT."
  (interactive
   (when current-prefix-arg
     (list (let ((name (string-trim (read-string "Name of the session: "))))
             (and (not (string-empty-p name)) name))
           (intern (completing-read "Agent: " (mapcar #'car context-broker-agent-clients)
                                    nil t nil nil (symbol-name context-broker-agent))))))
  (let* ((root (context-broker-root))
         (facts (cl-find-if (lambda (facts) (and (equal (plist-get facts :directory) root)
                                                 (equal (plist-get facts :name) name)))
                            (context-broker-agent--kept))))
    (context-broker-agent--visit
     (if facts (context-broker-agent--open facts)
       (context-broker-agent-make root :name name :client (or client context-broker-agent))))))

(defun context-broker-agent--visit (buffer)
  "Show the session in BUFFER, with point where the person writes."
  (pop-to-buffer buffer)
  (goto-char (point-max))
  buffer)

;;;###autoload
(defun context-broker-agent-open ()
  "Choose one of all sessions, of this and other projects, and open it."
  (interactive)
  (context-broker-agent-clean)
  (let ((kept (cl-loop for facts in (context-broker-agent--kept)
                       collect (cons (context-broker-agent--buffer-name
                                      (plist-get facts :directory) (plist-get facts :name))
                                     facts))))
    (unless kept (user-error "There is none: M-x context-broker-agent-start"))
    (context-broker-agent--visit
     (context-broker-agent--open
      (cdr (assoc (completing-read "Session: " kept nil t) kept))))))

(cl-defun context-broker-agent-make (root &key name (client context-broker-agent) scope)
  "Return the buffer of a new session NAME in ROOT with CLIENT, a symbol.
SCOPE limits it: see `context-broker-tools-permit'."
  (context-broker-agent--program client)
  (pcase-let ((`(,title ,_ ,scoped) (alist-get client context-broker-agent-clients)))
    (when (and scope (not scoped))
      (user-error "%s keeps tools of its own, so it is not run within a scope; use claude or kimi"
                  title)))
  (context-broker-agent--open
   (list :id (string-replace " " "" (car (process-lines "od" "-An" "-tx1" "-N16" "/dev/urandom")))
         :name name :directory root :client client)
   scope))

(defun context-broker-agent--open (facts &optional scope)
  "Return the buffer of the session that FACTS tell of, limited to SCOPE."
  (or (context-broker-agent-of (plist-get facts :id)) (context-broker-agent--set-up facts scope)))

(defun context-broker-agent--set-up (facts scope)
  "Return a buffer for the session that FACTS tell of, limited to SCOPE."
  ;; Agents that work together: that library needs this one.
  (require 'context-broker-team)
  (let* ((folder (context-broker-agent-folder (plist-get facts :id)))
         (text (context-broker-agent-read (expand-file-name "conversation.txt" folder)))
         (file (expand-file-name "session.eld" folder)) (create-lockfiles t)
         (owner (file-locked-p file)))
    (when (stringp owner) (user-error "This session is open in another Emacs, of %s" owner))
    (lock-file file)
    (with-current-buffer (generate-new-buffer
                          (context-broker-agent--buffer-name (plist-get facts :directory)
                                                             (plist-get facts :name)))
      (context-broker-agent-mode)
      (setq default-directory (plist-get facts :directory)
            context-broker-agent-id (plist-get facts :id)
            context-broker-agent-name (plist-get facts :name)
            context-broker-agent-client (plist-get facts :client)
            context-broker-agent-scope scope
            context-broker-agent--conversation (plist-get facts :conversation)
            context-broker-agent--tokens (or (plist-get facts :tokens) '(0 . 0)))
      (let ((inhibit-read-only t))
        (insert (or text ""))
        (when (plist-get facts :turn)
          (setq context-broker-agent-state 'failed
                context-broker-agent--turn (plist-get facts :turn))
          (insert (propertize "\n[this turn did not end: Emacs or the session was closed]\n"
                              'face 'error)))
        (setq context-broker-agent--end (copy-marker (point)))
        (insert (propertize "\n> " 'face 'minibuffer-prompt 'rear-nonsticky t))
        (add-text-properties (point-min) (point) '(read-only t front-sticky (read-only)))
        (setq context-broker-agent--start (copy-marker (point))))
      (context-broker-agent--keep)
      (run-hooks 'context-broker-agent-start-hook)
      (current-buffer))))

(defvar context-broker-agent-mode-map
  (let ((map (make-sparse-keymap)))
    (cl-loop for (key command) in '(("RET" context-broker-agent-send) ("C-j" newline)
                                    ("C-c C-c" context-broker-agent-interrupt)
                                    ("C-c C-o" context-broker-agent-clear)
                                    ("C-c C-r" context-broker-agent-retry)
                                    ("C-c C-k" context-broker-agent-delete))
             do (define-key map (kbd key) command))
    map)
  "Keys of a conversation.")

(define-derived-mode context-broker-agent-mode text-mode "Broker agent"
  "A conversation with an agent.
\\<context-broker-agent-mode-map>Write behind the last `>', and press
\\[context-broker-agent-send] to send it;
\\[newline] begins a new line."
  (setq-local header-line-format '(:eval (context-broker-agent--header)))
  (setq buffer-undo-list t)
  (visual-line-mode 1)
  (add-hook 'kill-buffer-hook #'context-broker-agent--killed nil t))

(defun context-broker-agent-status ()
  "Return what this agent does, for people."
  (pcase context-broker-agent-state
    ('working (or context-broker-agent--status "thinking"))
    ('failed "failed: C-c C-r sends it again")
    (state (symbol-name state))))

(defun context-broker-agent--header ()
  "Return the header line."
  (string-replace
   "%" "%%"
   (format " %s  %s  %d tokens in, %d out%s" (context-broker-agent-title)
           (context-broker-agent-status)
           (car context-broker-agent--tokens) (cdr context-broker-agent--tokens)
           (if context-broker-agent--waiting
               (format "  %d waiting" (length context-broker-agent--waiting)) ""))))

(defun context-broker-agent--killed ()
  "End the session of this buffer, which is being killed; it stays kept."
  (when context-broker-agent-id
    (context-broker-agent--keep)
    (context-broker-tools-forget context-broker-agent-id)
    (when context-broker-agent--process
      (set-process-sentinel context-broker-agent--process #'ignore)
      (delete-process context-broker-agent--process))
    (with-demoted-errors "Broker agent: %S"
      (let ((create-lockfiles t)) (unlock-file (context-broker-agent-file "session.eld")))
      (when context-broker-agent-scope
        (delete-directory (context-broker-agent-folder context-broker-agent-id) t)))
    (setq context-broker-agent-id nil)))

(defun context-broker-agent-delete ()
  "Delete this session with its conversation."
  (interactive nil context-broker-agent-mode)
  (when (y-or-n-p "Delete this session and its conversation? ")
    (let ((folder (context-broker-agent-folder context-broker-agent-id)))
      (kill-buffer)
      (delete-directory folder t))))

(defun context-broker-agent--kill-all ()
  "Keep and end every session; Emacs is about to end."
  (mapc #'kill-buffer (context-broker-agent-sessions)))
(add-hook 'kill-emacs-hook #'context-broker-agent--kill-all)

(defun context-broker-agent--show (text &optional face)
  "Show TEXT in FACE at the end of the conversation."
  (let ((inhibit-read-only t))
    (save-excursion
      (goto-char context-broker-agent--end)
      (insert (if face (propertize text 'face face) text))
      (add-text-properties context-broker-agent--end (point)
                           '(read-only t front-sticky (read-only)))
      (set-marker context-broker-agent--end (point))))
  (when (> context-broker-agent--end context-broker-agent-scrollback)
    (context-broker-agent--cut (- context-broker-agent--end
                                  (* 3 (/ context-broker-agent-scrollback 4))))))

(defun context-broker-agent--cut (position)
  "Remove the conversation up to the line of POSITION."
  (let ((inhibit-read-only t))
    (save-excursion
      (goto-char position)
      (forward-line 0)
      (delete-region (point-min) (point))
      (goto-char (point-min))
      ;; The conversation may end here.
      (insert-before-markers (propertize "[older output was removed]\n" 'face 'shadow
                                         'read-only t 'front-sticky '(read-only))))))

(defun context-broker-agent-clear ()
  "Remove the conversation that is shown; the agent still remembers it."
  (interactive nil context-broker-agent-mode)
  (context-broker-agent--cut context-broker-agent--end))

(defun context-broker-agent--act (event)
  "Act on EVENT of the agent: see src/emacs/agent-event.ts."
  (pcase event
    (`("session" ,id)
     (unless (equal id context-broker-agent--conversation)
       (setq context-broker-agent--conversation id)
       (context-broker-agent--keep)))
    (`("text" ,text)
     (setq context-broker-agent--status "answering" context-broker-agent-said text)
     (context-broker-agent--show (concat "\n" text "\n")))
    (`("thinking" ,text)
     (setq context-broker-agent--status "thinking")
     (context-broker-agent--show (concat "\n" text "\n") 'shadow))
    (`("tool" ,name ,input)
     (setq context-broker-agent--status name)
     (context-broker-agent--show (format "\n• %s %s\n" name input) 'font-lock-comment-face))
    (`("result" ,first ,button ,whole)
     (setq context-broker-agent--status nil)
     (unless (string-empty-p first)
       (context-broker-agent--show
        (concat (replace-regexp-in-string "^" "    " first) "\n"
                (unless (string-empty-p button)
                  (concat "    " (make-text-button
                                  button nil 'button-data whole 'action
                                  (lambda (text)
                                    (with-help-window "*broker result*" (princ text))))
                          "\n")))
        'font-lock-comment-face)))
    (`("tokens" ,input ,output)
     (setq context-broker-agent--tokens (cons (+ input (car context-broker-agent--tokens))
                                              (+ output (cdr context-broker-agent--tokens)))))
    (`("failed" ,text) (context-broker-agent--fail text))
    (`("note" ,text) (context-broker-agent--show (concat text "\n") 'shadow)))
  (force-mode-line-update))

;;; Turns

(defun context-broker-agent-send ()
  "Send what was written to the agent; while it works, after this turn."
  (interactive nil context-broker-agent-mode)
  (let ((text (string-trim (buffer-substring-no-properties context-broker-agent--start
                                                           (point-max)))))
    (when (string-empty-p text)
      (user-error "Write what the agent shall do behind the last `>' first"))
    (delete-region context-broker-agent--start (point-max))
    (setq context-broker-agent-wakes 0)
    (context-broker-agent-say text)))

(defun context-broker-agent-say (text)
  "Send TEXT to the agent, after what waits already."
  (setq context-broker-agent--waiting (append context-broker-agent--waiting (list text)))
  (context-broker-agent--next))

(defun context-broker-agent--next ()
  "Begin the next turn, unless one is under way or none waits."
  (when (and context-broker-agent--waiting (memq context-broker-agent-state '(idle failed)))
    (setq context-broker-agent--turn (pop context-broker-agent--waiting))
    (context-broker-agent--show (format "\n> %s\n" context-broker-agent--turn) 'bold)
    (context-broker-agent--begin))
  (force-mode-line-update))

(defun context-broker-agent--fail (text)
  "Show TEXT, why this turn has failed."
  ;; An agent that is stopped may call that an error.
  (unless (eq context-broker-agent-state 'interrupted)
    ;; The turn is over with its process: until then no other one is begun.
    (setq context-broker-agent-said text context-broker-agent--failed t)
    (context-broker-agent--show (format "\n%s\n" text) 'error)))

(defun context-broker-agent--begin ()
  "Start the process of this turn; signal where it cannot be started."
  (condition-case problem (context-broker-agent--start-process)
    (error (context-broker-agent--fail (error-message-string problem))
           (setq context-broker-agent-state 'failed)
           (signal (car problem) (cdr problem)))))

(defun context-broker-agent--server ()
  "Return the command of the MCP server of this session, a list."
  (unless (process-live-p server-process)
    ;; Another Emacs may have the name, and knows no session of this one.
    (when (server-running-p server-name) (setq server-name (format "agents-%d" (emacs-pid))))
    (server-start))
  `(,@(context-broker-mcp-program)
    "serve" "--project" ,(directory-file-name default-directory)
    "--toolsets" ,(if context-broker-agent-scope "emacs" context-broker-agent-toolsets)
    "--emacs-server" ,(expand-file-name server-name (if server-use-tcp server-auth-dir
                                                      server-socket-dir))
    "--emacs-session" ,context-broker-agent-id))

(defun context-broker-agent--start-process ()
  "Start the process of this turn."
  (let ((private (directory-file-name (context-broker-agent-folder context-broker-agent-id)))
        (file (context-broker-agent-file "turn.json"))
        (take (context-broker-mcp-here #'context-broker-agent--take))
        (ended (context-broker-mcp-here #'context-broker-agent--ended)))
    (context-broker-agent-write
     file (json-encode (list :client context-broker-agent-client
                             :program (context-broker-agent--program context-broker-agent-client)
                             :prompt context-broker-agent--turn
                             :session context-broker-agent--conversation
                             :server (context-broker-agent--server)
                             :scoped (and context-broker-agent-scope t)
                             :directory (directory-file-name default-directory)
                             :private private)))
    (setq context-broker-agent-state 'working context-broker-agent--status nil
          context-broker-agent--failed nil context-broker-agent--rest "")
    ;; Once: the bounds of a scope have moved since with its text.
    (unless (context-broker-tools-session context-broker-agent-id)
      (context-broker-tools-permit context-broker-agent-id :name (buffer-name)
                                   :directory default-directory
                                   :scope context-broker-agent-scope))
    ;; A scoped agent starts where no file of the project configures it.
    (let ((default-directory (if context-broker-agent-scope private default-directory)))
      (setq context-broker-agent--process
            (make-process
             :name (buffer-name) :buffer nil :noquery t :connection-type 'pipe :coding 'utf-8-unix
             :command `(,@(context-broker-mcp-program) "emacs-agent" ,file)
             :filter (lambda (_ text) (funcall take text))
             :sentinel (lambda (process _)
                         (unless (process-live-p process) (funcall ended process))))))
    ;; What was asked, too, if Emacs is killed before the answer.
    (context-broker-agent--keep)))

(defun context-broker-agent--take (text)
  "Act on the whole lines of TEXT, which the process of this turn wrote."
  (let ((lines (split-string (concat context-broker-agent--rest text) "\n")))
    (setq context-broker-agent--rest (car (last lines)))
    (dolist (line (butlast lines))
      (context-broker-agent--act (condition-case nil (context-broker-mcp-parse line)
                                   ;; What Node says where the program cannot run.
                                   (error (list "note" line)))))))

(defun context-broker-agent--ended (process)
  "Go on after the PROCESS of this turn has ended."
  ;; One that is killed cannot end its agent, which is of its group.
  (when (eq 'signal (process-status process)) (signal-process (- (process-id process)) 'TERM))
  (pcase context-broker-agent-state
    ('interrupted
     (context-broker-agent--show "\n[interrupted]\n" 'shadow)
     (setq context-broker-agent-state 'idle))
    ('working
     (unless (or context-broker-agent--failed (eq 0 (process-exit-status process)))
       (context-broker-agent--fail
        (format "[the agent ended with %d]" (process-exit-status process))))
     (setq context-broker-agent-state (if context-broker-agent--failed 'failed 'idle))))
  (setq context-broker-agent--status nil)
  (context-broker-agent--keep)
  (let ((failed (eq context-broker-agent-state 'failed)))
    (unless failed (with-demoted-errors "Broker agent: %S" (context-broker-agent--next)))
    (force-mode-line-update)
    (funcall context-broker-agent-turn-function failed)))

(defun context-broker-agent-interrupt ()
  "Stop what the agent does; the conversation can go on."
  (interactive nil context-broker-agent-mode)
  (let ((process context-broker-agent--process))
    (unless (process-live-p process)
      (user-error "The agent does nothing that could be stopped"))
    (setq context-broker-agent-state 'interrupted)
    (interrupt-process process)
    (run-at-time 3 nil (lambda () (when (process-live-p process) (delete-process process))))))

(defun context-broker-agent-retry ()
  "Send the last turn again, after it failed."
  (interactive nil context-broker-agent-mode)
  (unless (eq context-broker-agent-state 'failed)
    (user-error "The last turn did not fail"))
  (context-broker-agent--begin))

(provide 'context-broker-agent)
;;; context-broker-agent.el ends here
