;;; context-broker-agent.el --- Conversations with coding agents  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A session is a buffer that holds a conversation with a command-line agent, which has the broker's
;; tools and those of this Emacs.  A turn is a process of its own, which goes on with the agent's
;; conversation; what is written while one runs is sent after it.  A session has a private folder
;; with what is kept over a restart of Emacs: what it is, and its conversation as text.
;; Functions work on the session of the current buffer, unless they say otherwise.

;;; Code:

(require 'button)
(require 'cl-lib)
(require 'context-broker-clients)
(require 'context-broker-mcp)
(require 'context-broker-tools)
(require 'server)
(require 'subr-x)

(defcustom context-broker-agent 'claude
  "The agent that a new session is with."
  :type '(choice (const :tag "Claude Code" claude) (const :tag "Kimi Code" kimi)
                 (const :tag "Codex" codex) (const :tag "context-broker chat" chat))
  :group 'context-broker)
(defcustom context-broker-agent-scrollback 200000
  "Characters of a conversation that its buffer keeps."
  :type 'natnum :group 'context-broker)
(defcustom context-broker-agent-result-lines 6
  "Lines of a tool's result that are shown; a button shows the others."
  :type 'natnum :group 'context-broker)
(defcustom context-broker-agent-tries 2
  "How often a turn is started again whose agent ends before it says anything."
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

(defvar context-broker-agent-turn-functions nil
  "Functions called in a session's buffer with whether the turn that ended failed.")
(defvar context-broker-agent-person-functions nil
  "Functions called in a session's buffer when the person writes to the agent.")

(defvar-local context-broker-agent-id nil "The secret by which the server knows this session.")
(defvar-local context-broker-agent-name nil "The name of this session in its project, or nil.")
(defvar-local context-broker-agent-client nil "The `context-broker-client' of this session.")
(defvar-local context-broker-agent-scope nil
  "What a one-shot agent is limited to: see `context-broker-tools-permit'.")
(defvar-local context-broker-agent-state 'idle "One of idle, working, interrupted and failed.")
(defvar-local context-broker-agent--status nil "What the agent does now, as text.")
(defvar-local context-broker-agent--conversation nil "The agent's own id of the conversation.")
(defvar-local context-broker-agent--process nil "The process of this turn.")
(defvar-local context-broker-agent--complaints nil "The pipe of its standard error.")
(defvar-local context-broker-agent--turn nil "What was sent in this turn.")
(defvar-local context-broker-agent-said nil "What the agent said last, or why it failed.")
(defvar-local context-broker-agent--tries 0 "How often this turn was started.")
(defvar-local context-broker-agent--heard nil "Whether the agent said anything in this turn.")
(defvar-local context-broker-agent--waiting nil "Texts that are sent next, oldest first.")
(defvar-local context-broker-agent--tokens '(0 . 0) "Tokens read and written.")
(defvar-local context-broker-agent--output nil "Texts that are shown next, oldest first.")
(defvar-local context-broker-agent--timer nil "Shows the next text.")
(defvar-local context-broker-agent--rest nil "Pieces of an unfinished line, newest first.")
(defvar-local context-broker-agent--log "" "The end of what the agent complained of.")
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

;;; What is kept

(defmacro context-broker-agent--quietly (&rest body)
  "Evaluate BODY; an error is a message, despite `debug-on-error'."
  (declare (indent 0))
  `(condition-case problem (progn ,@body)
     (error (message "Broker agent: %s" (error-message-string problem)))))

(defun context-broker-agent-folder (&optional id)
  "Return the private folder of the session ID, or of all; it exists then."
  (let ((folder (locate-user-emacs-file (concat "context-broker/sessions/" id))))
    (with-file-modes #o700 (make-directory folder t))
    (file-name-as-directory (expand-file-name folder))))

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
    (context-broker-agent--quietly
      (let ((folder (context-broker-agent-folder context-broker-agent-id)))
        (context-broker-agent-write
         (expand-file-name "session.eld" folder)
         (prin1-to-string (list :name context-broker-agent-name :directory default-directory
                                :client (context-broker-client-name context-broker-agent-client)
                                :conversation context-broker-agent--conversation
                                :turn (and (eq context-broker-agent-state 'working)
                                           context-broker-agent--turn)
                                :tokens context-broker-agent--tokens)))
        (context-broker-agent-write
         (expand-file-name "conversation.txt" folder)
         (save-restriction
           (widen)
           (buffer-substring-no-properties (point-min) context-broker-agent--end)))))))

(defun context-broker-agent--kept ()
  "Return the sessions that are kept, the newest first: (FOLDER . PLIST)."
  (cl-loop for folder in (sort (directory-files (context-broker-agent-folder) t
                                                "\\`[0-9a-f]\\{32\\}\\'")
                               #'file-newer-than-file-p)
           for text = (context-broker-agent-read (expand-file-name "session.eld" folder))
           for known = (and text (ignore-errors (read text)))
           when (consp known) collect (cons folder known)))

(defun context-broker-agent-clean ()
  "Delete the sessions that nobody opened for `context-broker-agent-keep-days'."
  (interactive)
  (let ((oldest (time-subtract nil (days-to-time context-broker-agent-keep-days))))
    (dolist (folder (directory-files (context-broker-agent-folder) t "\\`[0-9a-f]\\{32\\}\\'"))
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
           (intern (completing-read "Agent: " (mapcar #'context-broker-client-name
                                                      context-broker-clients)
                                    nil t nil nil (symbol-name context-broker-agent))))))
  (let* ((root (context-broker-root))
         (buffer (get-buffer (context-broker-agent--buffer-name root name))))
    (unless (and buffer (buffer-local-value 'context-broker-agent-id buffer))
      (let ((kept (cl-find-if (lambda (one) (and (equal (plist-get (cdr one) :directory) root)
                                                 (equal (plist-get (cdr one) :name) name)))
                              (context-broker-agent--kept))))
        (setq buffer
              (if (and kept (not (setq buffer (context-broker-agent-of
                                               (file-name-nondirectory (car kept))))))
                  (context-broker-agent--open
                   root name (plist-get (cdr kept) :client)
                   :id (file-name-nondirectory (car kept)) :known (cdr kept)
                   :text (context-broker-agent-read
                          (expand-file-name "conversation.txt" (car kept))))
                (or buffer
                    (context-broker-agent-make root :name name
                                               :client (or client context-broker-agent)))))))
    (pop-to-buffer buffer)
    (goto-char (point-max))
    buffer))

;;;###autoload
(defun context-broker-agent-open ()
  "Choose one of all sessions, of this and other projects, and open it."
  (interactive)
  (context-broker-agent-clean)
  (let* ((kept (cl-loop for (_ . known) in (context-broker-agent--kept)
                        collect (cons (context-broker-agent--buffer-name
                                       (plist-get known :directory) (plist-get known :name))
                                      known)))
         (known (cdr (assoc (if kept (completing-read "Session: " kept nil t)
                              (user-error "There is none: M-x context-broker-agent-start"))
                            kept)))
         (default-directory (plist-get known :directory)))
    (context-broker-agent-start (plist-get known :name))))

(cl-defun context-broker-agent-make (root &key name (client context-broker-agent) scope)
  "Return the buffer of a new session NAME in ROOT with CLIENT, a symbol.
SCOPE limits it: see `context-broker-tools-permit'."
  (let ((known (context-broker-client-named client)))
    (context-broker-client-executable known)
    (when (and scope (not (context-broker-client-restricts known)))
      (user-error "%s keeps tools of its own, so it is not run within a scope; use claude or kimi"
                  (context-broker-client-title known)))
    (context-broker-agent--open root name client :scope scope)))

(cl-defun context-broker-agent--open (root name client &key id scope known text)
  "Return a buffer for the session NAME with CLIENT in ROOT.
ID, KNOWN and TEXT are those of one that was kept; SCOPE limits it."
  ;; Agents that work together: that library needs this one.
  (require 'context-broker-team)
  (when id (context-broker-agent--claim id))
  (with-current-buffer (get-buffer-create (context-broker-agent--buffer-name root name))
    (context-broker-agent-mode)
    (setq default-directory root
          context-broker-agent-id (or id (context-broker-agent--secret))
          context-broker-agent-name name
          context-broker-agent-client (context-broker-client-named client)
          context-broker-agent-scope scope
          context-broker-agent--conversation (plist-get known :conversation)
          context-broker-agent--tokens (or (plist-get known :tokens) (cons 0 0)))
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert (or text ""))
      (when (plist-get known :turn)
        (setq context-broker-agent-state 'failed context-broker-agent--turn (plist-get known :turn))
        (insert (propertize "\n[this turn did not end: Emacs or the session was closed]\n"
                            'face 'error)))
      (setq context-broker-agent--end (copy-marker (point)))
      (insert (propertize "\n> " 'face 'minibuffer-prompt 'rear-nonsticky t))
      (add-text-properties (point-min) (point) '(read-only t front-sticky (read-only)))
      (setq context-broker-agent--start (copy-marker (point))))
    (unless id (context-broker-agent--claim context-broker-agent-id))
    (context-broker-agent--keep)
    (run-hooks 'context-broker-agent-start-hook)
    (current-buffer)))

(defun context-broker-agent--claim (id)
  "Note that this Emacs has the session ID; signal where another one has it."
  (let* ((file (expand-file-name "emacs" (context-broker-agent-folder id)))
         (pid (string-to-number (or (context-broker-agent-read file) ""))))
    (when (and (/= pid (emacs-pid))
               (string-match-p "emacs" (or (alist-get 'comm (process-attributes pid)) "")))
      (user-error "This session is open in another Emacs (process %d)" pid))
    (context-broker-agent-write file (number-to-string (emacs-pid)))))

(defun context-broker-agent--secret ()
  "Return 32 hexadecimal digits that nobody can guess."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (let ((coding-system-for-read 'binary))
      (unless (eq 0 (call-process "head" "/dev/urandom" t nil "-c" "16"))
        (error "There are no random bytes in /dev/urandom")))
    (mapconcat (lambda (byte) (format "%02x" byte)) (buffer-string) "")))

;;; The buffer

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
  (replace-regexp-in-string
   "%" "%%"
   (format " %s  %s  %d tokens in, %d out%s"
           (context-broker-client-title context-broker-agent-client) (context-broker-agent-status)
           (car context-broker-agent--tokens) (cdr context-broker-agent--tokens)
           (if context-broker-agent--waiting
               (format "  %d waiting" (length context-broker-agent--waiting)) ""))))

(defun context-broker-agent--killed ()
  "End the session of this buffer, which is being killed; it stays kept."
  (when context-broker-agent-id
    (context-broker-agent--keep)
    (when context-broker-agent--timer (cancel-timer context-broker-agent--timer))
    (context-broker-tools-forget context-broker-agent-id)
    (let ((processes (list context-broker-agent--process context-broker-agent--complaints))
          (folder (context-broker-agent-folder context-broker-agent-id)))
      ;; Their sentinels run at once, and shall not find that a turn ended.
      (setq context-broker-agent--process nil context-broker-agent-id nil)
      (mapc #'delete-process (delq nil processes))
      (context-broker-agent--quietly
        (if context-broker-agent-scope (delete-directory folder t)
          (delete-file (expand-file-name "emacs" folder)))))))

(defun context-broker-agent-delete ()
  "Delete this session with its conversation."
  (interactive nil context-broker-agent-mode)
  (when (y-or-n-p "Delete this session and its conversation? ")
    (let ((folder (context-broker-agent-folder context-broker-agent-id)))
      (kill-buffer)
      (delete-directory folder t))))

(defun context-broker-agent--keep-all ()
  "Keep every session; Emacs is about to end."
  (mapc #'kill-buffer (context-broker-agent-sessions)))
(add-hook 'kill-emacs-hook #'context-broker-agent--keep-all)

(defun context-broker-agent--show (text &optional face)
  "Show TEXT in FACE at the end of the conversation, soon and in slices."
  (setq text (substring text (max 0 (- (length text) context-broker-agent-scrollback))))
  (setq context-broker-agent--output
        (nconc context-broker-agent--output (list (if face (propertize text 'face face) text))))
  (context-broker-agent--plan))

(defun context-broker-agent--plan ()
  "Have what is to be shown shown, unless that is planned already."
  (when (and context-broker-agent--output (not context-broker-agent--timer))
    (setq context-broker-agent--timer
          (run-at-time 0 nil #'context-broker-agent--show-next (current-buffer)))))

(defun context-broker-agent--show-next (buffer)
  "Insert the next slice of the output of BUFFER."
  (when (buffer-live-p buffer)
    (with-current-buffer buffer
      (setq context-broker-agent--timer nil)
      (let* ((text (pop context-broker-agent--output)) (slice (min 8000 (length text))))
        (when (< slice (length text))
          (push (substring text slice) context-broker-agent--output))
        (let ((inhibit-read-only t))
          (save-excursion
            (goto-char context-broker-agent--end)
            (insert (propertize
                     (concat (substring text 0 slice)
                             ;; Lines without an end make Emacs slow.
                             (and (= slice 8000)
                                  (not (string-search "\n" (substring text 0 slice))) "\n"))
                     'read-only t 'front-sticky '(read-only)))
            (set-marker context-broker-agent--end (point))))
        (when (> context-broker-agent--end context-broker-agent-scrollback)
          (context-broker-agent--cut (- context-broker-agent--end
                                        (* 3 (/ context-broker-agent-scrollback 4))))))
      (context-broker-agent--plan))))

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

(defun context-broker-agent--short (text)
  "Return the first lines of TEXT, with a button for the others."
  (let* ((lines (split-string (string-trim-right text) "\n"))
         (more (- (length lines) context-broker-agent-result-lines)) (is-cut (> more 0)))
    (concat (mapconcat (lambda (line)
                         (when (> (length line) 1000)
                           (setq is-cut t line (concat (substring line 0 1000) "…")))
                         (concat "    " line "\n"))
                       (seq-take lines context-broker-agent-result-lines) "")
            (when is-cut
              (concat "    " (make-text-button
                              (if (> more 0) (format "[%d more lines]" more) "[the whole lines]")
                              nil 'button-data text 'action
                              (lambda (text)
                                (with-help-window "*broker result*" (princ text))))
                      "\n")))))

(defun context-broker-agent--act (event)
  "Act on EVENT of the agent's stream."
  (unless (memq (car event) '(unknown failed))
    (setq context-broker-agent--heard t))
  (pcase event
    (`(session ,id)
     (unless (equal id context-broker-agent--conversation)
       (setq context-broker-agent--conversation id)
       (context-broker-agent--keep)))
    (`(text ,text)
     (setq context-broker-agent--status "answering" context-broker-agent-said text)
     (context-broker-agent--show (concat "\n" text "\n")))
    (`(thinking ,text)
     (setq context-broker-agent--status "thinking")
     (context-broker-agent--show (concat "\n" text "\n") 'shadow))
    (`(tool ,_id ,name ,arguments)
     (setq context-broker-agent--status name)
     (context-broker-agent--show
      (format "\n• %s %s\n" name
              (truncate-string-to-width (cond ((stringp arguments) arguments)
                                             (arguments (json-encode arguments))
                                             (""))
                                        300 nil nil "…"))
      'font-lock-comment-face))
    (`(result ,_id ,text)
     (setq context-broker-agent--status nil)
     (unless (string-blank-p text)
       (context-broker-agent--show (context-broker-agent--short text) 'font-lock-comment-face)))
    (`(tokens ,input ,output)
     (setq context-broker-agent--tokens (cons (+ input (car context-broker-agent--tokens))
                                              (+ output (cdr context-broker-agent--tokens)))))
    (`(failed ,text)
     (context-broker-agent--fail text))
    (`(unknown ,text)
     (context-broker-agent--show (concat (substring text 0 (min 2000 (length text))) "\n")
                                 'shadow)))
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
    (run-hooks 'context-broker-agent-person-functions)
    (context-broker-agent-say text)))

(defun context-broker-agent-say (text)
  "Send TEXT to the agent, after what waits already."
  (setq context-broker-agent--waiting (append context-broker-agent--waiting (list text)))
  (context-broker-agent--next))

(defun context-broker-agent--next ()
  "Begin the next turn, unless one is under way or none waits."
  (when (and context-broker-agent--waiting (memq context-broker-agent-state '(idle failed)))
    (setq context-broker-agent--turn (pop context-broker-agent--waiting)
          context-broker-agent--tries 0)
    (context-broker-agent--show (format "\n> %s\n" context-broker-agent--turn) 'bold)
    (context-broker-agent--begin))
  (force-mode-line-update))

(defun context-broker-agent--fail (text)
  "Show TEXT, why this turn has failed."
  ;; An agent that is stopped may call that an error.
  (unless (eq context-broker-agent-state 'interrupted)
    (setq context-broker-agent-state 'failed context-broker-agent-said text)
    (context-broker-agent--show (format "\n%s\n" text) 'error)))

(defun context-broker-agent--server ()
  "Return the command of the MCP server of this session, a list."
  (unless (process-live-p server-process) (server-start))
  `(,@(context-broker-mcp-program)
    "serve" "--project" ,(directory-file-name default-directory)
    "--toolsets" ,(if context-broker-agent-scope "emacs" context-broker-agent-toolsets)
    "--emacs-server" ,(expand-file-name server-name (if server-use-tcp server-auth-dir
                                                      server-socket-dir))
    "--emacs-session" ,context-broker-agent-id))

(defun context-broker-agent--in-its-buffer (function)
  "Return FUNCTION, of a process and a text, called in this buffer while it lives."
  (let ((buffer (current-buffer)))
    (lambda (process text)
      (when (buffer-live-p buffer)
        (with-current-buffer buffer (funcall function process text))))))

(defun context-broker-agent--begin ()
  "Start the process of this turn; signal where it cannot be started."
  (condition-case problem (context-broker-agent--start-process)
    (error (context-broker-agent--fail (error-message-string problem))
           (signal (car problem) (cdr problem)))))

(defun context-broker-agent--start-process ()
  "Start the process of this turn."
  (let* ((client context-broker-agent-client)
         (private (context-broker-agent-folder context-broker-agent-id))
         (turn (list :prompt context-broker-agent--turn
                     :session context-broker-agent--conversation
                     :scoped (and context-broker-agent-scope t)
                     :directory default-directory :private private
                     :server (context-broker-agent--server)))
         (command (append (context-broker-client-executable client)
                          (funcall (context-broker-client-command client) turn)))
         ;; From a file, since Emacs would wait for an agent that does not read.
         (command (if (context-broker-client-argument client) command
                    `("sh" "-c" "exec \"$@\" <\"$0\""
                      ,(context-broker-clients--write turn "prompt" context-broker-agent--turn)
                      ,@command)))
         (environment (context-broker-client-environment client))
         (process-environment (append (and environment (funcall environment turn))
                                      process-environment)))
    (setq context-broker-agent-state 'working context-broker-agent--status nil
          context-broker-agent--heard nil context-broker-agent--rest nil
          context-broker-agent--log "")
    (cl-incf context-broker-agent--tries)
    ;; Once: the bounds of a scope have moved since with its text.
    (unless (context-broker-tools-session context-broker-agent-id)
      (context-broker-tools-permit context-broker-agent-id :name (buffer-name)
                                   :directory default-directory
                                   :scope context-broker-agent-scope))
    ;; A scoped agent starts where no file of the project configures it.
    (let ((default-directory (if context-broker-agent-scope private default-directory)))
      (setq context-broker-agent--complaints
            (make-pipe-process
             :name (concat (buffer-name) " stderr") :noquery t :sentinel #'ignore
             :filter (context-broker-agent--in-its-buffer
                      (lambda (_ text)
                        (let ((log (concat context-broker-agent--log text)))
                          (setq context-broker-agent--log
                                (substring log (max 0 (- (length log) 2000)))))))))
      ;; A pipe is always made with a buffer, which nobody needs.
      (let ((unused (process-buffer context-broker-agent--complaints)))
        (set-process-buffer context-broker-agent--complaints nil)
        (kill-buffer unused))
      (setq context-broker-agent--process
            (make-process
             :name (buffer-name) :command command :buffer nil :noquery t
             :connection-type 'pipe :coding 'binary :stderr context-broker-agent--complaints
             :filter (context-broker-agent--in-its-buffer
                      (lambda (_ text) (context-broker-agent--take text)))
             :sentinel (context-broker-agent--in-its-buffer
                        (lambda (process _)
                          (when (and (eq process context-broker-agent--process)
                                     (not (process-live-p process)))
                            (context-broker-agent--ended process)))))))
    ;; It may have ended already.
    (ignore-errors (process-send-eof context-broker-agent--process))))

(defun context-broker-agent--take (text)
  "Read the whole lines of TEXT, bytes that the agent wrote."
  (let ((lines (split-string text "\n")))
    (while (cdr lines)
      (push (pop lines) context-broker-agent--rest)
      (context-broker-agent--take-line))
    (push (car lines) context-broker-agent--rest)))

(defun context-broker-agent--take-line ()
  "Act on the line whose pieces have come."
  (let ((line (apply #'concat (nreverse context-broker-agent--rest))))
    (setq context-broker-agent--rest nil)
    (mapc #'context-broker-agent--act
          (context-broker-client-read context-broker-agent-client
                                      (decode-coding-string line 'utf-8-unix)))))

(defun context-broker-agent--ended (process)
  "The PROCESS of this turn has ended."
  (context-broker-agent--take-line)
  (let ((code (process-exit-status process)))
    (if (and (/= code 0) (not context-broker-agent--heard)
             (eq context-broker-agent-state 'working)
             (<= context-broker-agent--tries context-broker-agent-tries))
        ;; Nothing was said, so nothing was done that would be done twice.
        (progn
          (context-broker-agent--show
           (format "\n[the agent ended with %d; it is started again]\n" code) 'shadow)
          (condition-case nil (context-broker-agent--begin)
            (error (context-broker-agent--over))))
      (pcase context-broker-agent-state
        ('interrupted
         (context-broker-agent--show "\n[interrupted]\n" 'shadow)
         (setq context-broker-agent-state 'idle))
        ((and 'working (guard (= code 0))) (setq context-broker-agent-state 'idle))
        ('working
         (context-broker-agent--fail
          (format "[the agent ended with %d]\n%s" code
                  (string-trim (decode-coding-string context-broker-agent--log 'utf-8-unix))))))
      (context-broker-agent--over)))
  (force-mode-line-update))

(defun context-broker-agent--over ()
  "Go on after a turn, in the state that it left."
  (setq context-broker-agent--status nil)
  (context-broker-agent--keep)
  (let ((buffer (current-buffer)) (failed (eq context-broker-agent-state 'failed)))
    (unless failed (context-broker-agent--quietly (context-broker-agent--next)))
    (run-hook-wrapped 'context-broker-agent-turn-functions
                      (lambda (function)
                        ;; One of them may have killed the session.
                        (when (buffer-live-p buffer)
                          (with-current-buffer buffer (funcall function failed)))
                        nil))))

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
  (setq context-broker-agent--tries 0)
  (context-broker-agent--begin))

(provide 'context-broker-agent)
;;; context-broker-agent.el ends here
