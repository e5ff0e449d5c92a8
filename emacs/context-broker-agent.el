;;; context-broker-agent.el --- Conversations with coding agents  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A buffer holds a conversation with a command-line agent that has the
;; broker's tools and those of this Emacs.  A turn is a process of its own,
;; which goes on with the agent's conversation; what is written while one runs
;; is sent after it.  A session has a private folder with what is kept over a
;; restart of Emacs: what it is, and its conversation as text.

;;; Code:

(require 'button)
(require 'cl-lib)
(require 'context-broker-clients)
(require 'context-broker-mcp)
(require 'server)
(require 'subr-x)

(declare-function context-broker-tools-permit "context-broker-tools")
(declare-function context-broker-tools-forget "context-broker-tools")

(defcustom context-broker-agent 'claude
  "The agent that a new session is with."
  :type '(choice (const :tag "Claude Code" claude)
                 (const :tag "Kimi Code" kimi)
                 (const :tag "Codex" codex)
                 (const :tag "context-broker chat" chat))
  :group 'context-broker)

(defcustom context-broker-agent-scrollback 200000
  "Characters of a conversation that its buffer keeps."
  :type 'natnum
  :group 'context-broker)

(defcustom context-broker-agent-result-lines 6
  "Lines of a tool's result that are shown; a button shows the others."
  :type 'natnum
  :group 'context-broker)

(defcustom context-broker-agent-tries 2
  "How often a turn is started again whose agent ends before it says anything."
  :type 'natnum
  :group 'context-broker)

(defcustom context-broker-agent-keep-days 30
  "Days after which a session that nobody opened is deleted."
  :type 'natnum
  :group 'context-broker)

(defcustom context-broker-agent-toolsets "all,emacs"
  "Sets of tools that an agent is given."
  :type 'string
  :group 'context-broker)

(defcustom context-broker-agent-start-hook nil
  "Functions called in the buffer of a session once it is set up."
  :type 'hook
  :group 'context-broker)

(defvar context-broker-agent-turn-functions nil
  "Functions called with a session and whether its turn failed, once it ended.")

(defvar context-broker-agent-person-functions nil
  "Functions called with a session that the person writes to.")

(defface context-broker-agent-user '((t :inherit bold))
  "What the person said." :group 'context-broker)
(defface context-broker-agent-tool '((t :inherit font-lock-comment-face))
  "Calls of tools and their results." :group 'context-broker)
(defface context-broker-agent-failure '((t :inherit error))
  "What failed." :group 'context-broker)

(cl-defstruct (context-broker-agent-session
               (:constructor context-broker-agent--make)
               (:copier nil))
  "A conversation with an agent.
ID is secret: it tells the server which agent of Emacs calls.  NAME is its
name in the project, or nil.  AGENT-ID is the agent's own id of the
conversation.  STATE is `idle', `working', `failed' or `ended', STATUS a
text for people.  WAITING holds what is sent next, oldest first.  OUTPUT
holds texts that are not yet shown, oldest first.  TRIES counts starts of
this turn, HEARD is non-nil once the agent said anything in it.  SCOPE is
what a one-shot agent is limited to.  READ holds the files of messages
that this turn read.  ENDED, if any, is called with the session and
whether it failed, at the end of each turn."
  id name client directory agent-id buffer process (state 'idle) status
  (input 0) (output-tokens 0) waiting output timer rest turn (tries 0) heard
  scope ended read (log ""))

(defvar context-broker-agent--sessions nil
  "Sessions that are open.")

(defvar-local context-broker-agent--session nil
  "The session of this buffer.")
(defvar-local context-broker-agent--end nil
  "A marker at the end of the conversation.")
(defvar-local context-broker-agent--start nil
  "A marker at the start of what is being written.")

;;; Folders

(defun context-broker-agent--folder (&optional id)
  "Return the private folder of the session ID, or of all; it exists then."
  (let ((folder (locate-user-emacs-file
                 (concat "context-broker/sessions/" (or id "")))))
    (with-file-modes #o700 (make-directory folder t))
    (file-name-as-directory (expand-file-name folder))))

(defun context-broker-agent--secret ()
  "Return 32 random hexadecimal digits."
  (with-temp-buffer
    (set-buffer-multibyte nil)
    (if (file-readable-p "/dev/urandom")
        (let ((coding-system-for-read 'binary))
          (call-process "head" "/dev/urandom" t nil "-c" "16"))
      (random t)
      (dotimes (_ 16) (insert (random 256))))
    (mapconcat (lambda (byte) (format "%02x" byte)) (buffer-string) "")))

(defun context-broker-agent--write (file text)
  "Write TEXT to FILE wholly or not at all, for this user's eyes only."
  (let ((part (concat file ".part"))
        (coding-system-for-write 'utf-8-emacs-unix))
    (with-file-modes #o600 (write-region text nil part nil 'quiet))
    (rename-file part file t)))

(defun context-broker-agent--keep (session)
  "Keep SESSION for the next start of Emacs, unless it is a one-shot one."
  (unless (context-broker-agent-session-scope session)
    (let ((folder (context-broker-agent--folder
                   (context-broker-agent-session-id session)))
          (buffer (context-broker-agent-session-buffer session)))
      (context-broker-agent--write
       (expand-file-name "session.eld" folder)
       (prin1-to-string
        (list :name (context-broker-agent-session-name session)
              :client (context-broker-client-name
                       (context-broker-agent-session-client session))
              :directory (context-broker-agent-session-directory session)
              :agent-id (context-broker-agent-session-agent-id session)
              :input (context-broker-agent-session-input session)
              :output (context-broker-agent-session-output-tokens session))))
      (when (buffer-live-p buffer)
        (context-broker-agent--write
         (expand-file-name "conversation.txt" folder)
         (with-current-buffer buffer
           (buffer-substring-no-properties
            (point-min) context-broker-agent--end)))))))

(defun context-broker-agent--kept ()
  "Return the sessions that are kept, each a list of its id and a plist."
  (delq nil
        (mapcar
         (lambda (folder)
           (let ((file (expand-file-name "session.eld" folder)))
             (when (file-readable-p file)
               (condition-case nil
                   (cons (file-name-nondirectory folder)
                         (with-temp-buffer
                           (insert-file-contents file)
                           (read (current-buffer))))
                 (error nil)))))
         (directory-files (context-broker-agent--folder) t
                          "\\`[0-9a-f]\\{32\\}\\'"))))

(defun context-broker-agent-clean ()
  "Delete the sessions that nobody opened for `context-broker-agent-keep-days'."
  (interactive)
  (let ((oldest (time-subtract nil (days-to-time context-broker-agent-keep-days)))
        (open (mapcar #'context-broker-agent-session-id
                      context-broker-agent--sessions)))
    (dolist (folder (directory-files (context-broker-agent--folder) t
                                     "\\`[0-9a-f]\\{32\\}\\'"))
      (let ((file (expand-file-name "session.eld" folder)))
        (when (and (not (member (file-name-nondirectory folder) open))
                   (time-less-p
                    (file-attribute-modification-time
                     (file-attributes (if (file-exists-p file) file folder)))
                    oldest))
          (delete-directory folder t))))))

;;; Starting and opening

(defun context-broker-agent--buffer-name (directory name)
  "Return the name of a buffer for the session NAME of DIRECTORY."
  (format "*broker:%s%s*" (abbreviate-file-name (directory-file-name directory))
          (if name (concat ":" name) "")))

(defun context-broker-agent--find (directory name)
  "Return the open session NAME of DIRECTORY."
  (cl-find-if (lambda (session)
                (and (equal (context-broker-agent-session-directory session)
                            directory)
                     (equal (context-broker-agent-session-name session) name)))
              context-broker-agent--sessions))

;;;###autoload
(defun context-broker-agent-start (&optional name client)
  "Open the conversation of this project with an agent.
With a prefix argument, ask for the NAME of the session and its CLIENT."
  (interactive
   (when current-prefix-arg
     (list (let ((name (string-trim (read-string "Name of the session: "))))
             (and (not (string-empty-p name)) name))
           (intern (completing-read
                    "Agent: "
                    (mapcar (lambda (one)
                              (symbol-name (context-broker-client-name one)))
                            context-broker-clients)
                    nil t nil nil (symbol-name context-broker-agent))))))
  (let* ((root (context-broker-root))
         (session (or (context-broker-agent--find root name)
                      (context-broker-agent--restore root name)
                      (context-broker-agent-make
                       root :name name
                       :client (or client context-broker-agent)))))
    (pop-to-buffer (context-broker-agent-session-buffer session))
    (goto-char (point-max))
    session))

(cl-defun context-broker-agent-make (root &key name (client context-broker-agent)
                                          scope ended)
  "Return a new session NAME with CLIENT, a symbol, in the project ROOT.
SCOPE and ENDED are those of `context-broker-agent-session'."
  (let ((client (context-broker-client-named client)))
    (context-broker-client-executable client)
    (when (and scope (not (context-broker-client-restricts client)))
      (user-error "%s cannot be left without its own tools, so it is not run within a scope: use %s"
                  (context-broker-client-title client)
                  (mapconcat #'context-broker-client-title
                             (cl-remove-if-not #'context-broker-client-restricts
                                               context-broker-clients)
                             " or ")))
    (context-broker-agent--open
     (context-broker-agent--make
      :id (context-broker-agent--secret) :name name :client client
      :directory root :scope scope :ended ended))))

(defun context-broker-agent--open (session &optional conversation)
  "Make the buffer of SESSION, with CONVERSATION as text.  Return SESSION."
  (let ((buffer (get-buffer-create
                 (context-broker-agent--buffer-name
                  (context-broker-agent-session-directory session)
                  (context-broker-agent-session-name session)))))
    (setf (context-broker-agent-session-buffer session) buffer)
    (with-current-buffer buffer
      (context-broker-agent-mode)
      (setq default-directory (context-broker-agent-session-directory session)
            context-broker-agent--session session)
      (let ((inhibit-read-only t))
        (erase-buffer)
        (insert (or conversation ""))
        (setq context-broker-agent--end (copy-marker (point)))
        (insert (propertize "\n> " 'face 'minibuffer-prompt 'rear-nonsticky t
                            'field 'context-broker-prompt))
        (add-text-properties (point-min) (point)
                             '(read-only t front-sticky (read-only)))
        (setq context-broker-agent--start (copy-marker (point))))
      (push session context-broker-agent--sessions)
      (context-broker-agent--keep session)
      (run-hooks 'context-broker-agent-start-hook))
    session))

(defun context-broker-agent--restore (root name)
  "Open the session NAME of ROOT that was kept, if there is one."
  (let ((kept (cl-find-if (lambda (one)
                            (and (equal (plist-get (cdr one) :directory) root)
                                 (equal (plist-get (cdr one) :name) name)))
                          (context-broker-agent--kept))))
    (when kept
      (let ((file (expand-file-name
                   "conversation.txt"
                   (context-broker-agent--folder (car kept))))
            (known (cdr kept)))
        (context-broker-agent--open
         (context-broker-agent--make
          :id (car kept) :name name :directory root
          :client (context-broker-client-named (plist-get known :client))
          :agent-id (plist-get known :agent-id)
          :input (or (plist-get known :input) 0)
          :output-tokens (or (plist-get known :output) 0))
         (when (file-readable-p file)
           (with-temp-buffer
             (let ((coding-system-for-read 'utf-8-emacs-unix))
               (insert-file-contents file))
             (buffer-string))))))))

;;;###autoload
(defun context-broker-agent-open ()
  "Choose one of all sessions, of this and other projects, and open it."
  (interactive)
  (context-broker-agent-clean)
  (let* ((kept (mapcar (lambda (one)
                         (cons (context-broker-agent--buffer-name
                                (plist-get (cdr one) :directory)
                                (plist-get (cdr one) :name))
                               (cdr one)))
                       (context-broker-agent--kept)))
         (chosen (if kept
                     (completing-read "Session: " kept nil t)
                   (user-error "There is no session: start one with \\[context-broker-agent-start]")))
         (known (cdr (assoc chosen kept)))
         (default-directory (plist-get known :directory)))
    (context-broker-agent-start (plist-get known :name))))

;;; The mode

(defvar context-broker-agent-mode-map
  (let ((map (make-sparse-keymap)))
    (define-key map (kbd "RET") #'context-broker-agent-send)
    (define-key map (kbd "C-j") #'newline)
    (define-key map (kbd "C-c C-c") #'context-broker-agent-interrupt)
    (define-key map (kbd "C-c C-o") #'context-broker-agent-clear)
    (define-key map (kbd "C-c C-r") #'context-broker-agent-retry)
    (define-key map (kbd "C-c C-k") #'context-broker-agent-delete)
    map)
  "Keys of a conversation.")

(define-derived-mode context-broker-agent-mode text-mode "Broker agent"
  "A conversation with an agent.
\\<context-broker-agent-mode-map>Write behind the last `>' and press \\[context-broker-agent-send] to send; \\[newline] begins a new line."
  (setq-local header-line-format
              '(:eval (context-broker-agent--header)))
  (setq-local truncate-lines nil)
  (setq buffer-undo-list t)
  (visual-line-mode 1)
  (add-hook 'kill-buffer-hook #'context-broker-agent--killed nil t))

(defun context-broker-agent--header ()
  "Return the header line of this conversation."
  (let ((session context-broker-agent--session))
    (if (null session) ""
      (replace-regexp-in-string
       "%" "%%"
       (format " %s  %s  %s tokens in, %s out%s"
               (context-broker-client-title
                (context-broker-agent-session-client session))
               (context-broker-agent--status session)
               (context-broker-agent-session-input session)
               (context-broker-agent-session-output-tokens session)
               (let ((waiting (length (context-broker-agent-session-waiting
                                       session))))
                 (if (zerop waiting) "" (format "  %d waiting" waiting))))))))

(defun context-broker-agent--status (session)
  "Return what SESSION does, for people."
  (pcase (context-broker-agent-session-state session)
    ('working (or (context-broker-agent-session-status session) "thinking"))
    ('failed "failed: C-c C-r sends it again")
    (state (symbol-name state))))

(defun context-broker-agent--killed ()
  "End the session of this buffer, which is being killed; it stays kept."
  (let ((session context-broker-agent--session))
    (when session
      (context-broker-agent--keep session)
      (context-broker-agent-end session))))

(defun context-broker-agent-end (session)
  "End the process of SESSION, and forget what it may do."
  (setf (context-broker-agent-session-state session) 'ended)
  (let ((process (context-broker-agent-session-process session))
        (timer (context-broker-agent-session-timer session)))
    (when timer (cancel-timer timer))
    (when (process-live-p process) (delete-process process)))
  (setq context-broker-agent--sessions
        (delq session context-broker-agent--sessions))
  (when (fboundp 'context-broker-tools-forget)
    (context-broker-tools-forget (context-broker-agent-session-id session))))

;;; What is shown

(defun context-broker-agent--show (session text &optional face)
  "Show TEXT in FACE at the end of the conversation of SESSION, soon."
  (setf (context-broker-agent-session-output session)
        (nconc (context-broker-agent-session-output session)
               (list (if face (propertize text 'face face) text))))
  (unless (context-broker-agent-session-timer session)
    (setf (context-broker-agent-session-timer session)
          (run-at-time 0 nil #'context-broker-agent--show-next session))))

(defconst context-broker-agent--slice 8000
  "Characters that are inserted at once.")

(defun context-broker-agent--show-next (session)
  "Insert the next slice of the output of SESSION."
  (setf (context-broker-agent-session-timer session) nil)
  (let ((text (pop (context-broker-agent-session-output session))))
    (when (and text (> (length text) context-broker-agent--slice))
      (push (substring text context-broker-agent--slice)
            (context-broker-agent-session-output session))
      (setq text (substring text 0 context-broker-agent--slice)))
    (when (and text (buffer-live-p (context-broker-agent-session-buffer session)))
      (with-current-buffer (context-broker-agent-session-buffer session)
        (context-broker-agent--insert text)))
    (when (context-broker-agent-session-output session)
      (setf (context-broker-agent-session-timer session)
            (run-at-time 0 nil #'context-broker-agent--show-next session)))))

(defun context-broker-agent--insert (text)
  "Insert TEXT at the end of the conversation, and keep to the scrollback."
  (let ((inhibit-read-only t))
    (save-excursion
      (goto-char context-broker-agent--end)
      (insert (propertize text 'read-only t 'front-sticky '(read-only)))
      (set-marker context-broker-agent--end (point)))
    (when (> context-broker-agent--end context-broker-agent-scrollback)
      (context-broker-agent--cut
       (- context-broker-agent--end
          (* 3 (/ context-broker-agent-scrollback 4)))))))

(defconst context-broker-agent--cut-note "[older output was removed]\n"
  "What stands where the beginning of a conversation was.")

(defun context-broker-agent--cut (position)
  "Remove the conversation up to the line of POSITION."
  (let ((inhibit-read-only t))
    (save-excursion
      (goto-char position)
      (forward-line 0)
      (when (> (point) (point-min))
        (delete-region (point-min) (point))
        (goto-char (point-min))
        (insert (propertize context-broker-agent--cut-note 'face 'shadow
                            'read-only t 'front-sticky '(read-only)))))))

(defun context-broker-agent-clear ()
  "Remove the conversation that is shown; the agent still remembers it."
  (interactive nil context-broker-agent-mode)
  (context-broker-agent--cut context-broker-agent--end))

(defun context-broker-agent--short (text)
  "Return the first lines of TEXT, with a button for the others."
  (let* ((lines (split-string (string-trim-right text) "\n"))
         (more (- (length lines) context-broker-agent-result-lines))
         (indent (lambda (lines) (mapconcat (lambda (line) (concat "    " line "\n"))
                                            lines ""))))
    (concat
     (funcall indent (seq-take lines context-broker-agent-result-lines))
     (when (> more 0)
       (concat "    "
               (make-text-button (format "[%d more lines]" more) nil
                                 'action #'context-broker-agent--show-whole
                                 'button-data text)
               "\n")))))

(defun context-broker-agent--show-whole (text)
  "Show TEXT in a buffer of its own."
  (with-current-buffer (get-buffer-create "*broker result*")
    (let ((inhibit-read-only t))
      (erase-buffer)
      (insert text)
      (goto-char (point-min)))
    (special-mode)
    (pop-to-buffer (current-buffer))))

(defun context-broker-agent--take-event (session event)
  "Act on EVENT of the stream of SESSION."
  (unless (memq (car event) '(unknown failed))
    (setf (context-broker-agent-session-heard session) t))
  (pcase event
    (`(session ,id)
     (setf (context-broker-agent-session-agent-id session) id))
    (`(text ,text)
     (setf (context-broker-agent-session-status session) "answering")
     (context-broker-agent--show session (concat "\n" text "\n")))
    (`(thinking ,text)
     (setf (context-broker-agent-session-status session) "thinking")
     (context-broker-agent--show session (concat "\n" text "\n") 'shadow))
    (`(tool ,_id ,name ,arguments)
     (setf (context-broker-agent-session-status session) name)
     (context-broker-agent--show
      session
      (format "\n• %s %s\n" name
              (truncate-string-to-width
               (if (stringp arguments) arguments
                 (context-broker-agent--arguments arguments))
               300 nil nil "…"))
      'context-broker-agent-tool))
    (`(result ,_id ,text)
     (setf (context-broker-agent-session-status session) nil)
     (unless (string-blank-p text)
       (context-broker-agent--show session (context-broker-agent--short text)
                                   'context-broker-agent-tool)))
    (`(tokens ,input ,output)
     (cl-incf (context-broker-agent-session-input session) input)
     (cl-incf (context-broker-agent-session-output-tokens session) output))
    (`(failed ,text)
     (setf (context-broker-agent-session-state session) 'failed)
     (context-broker-agent--show session (format "\n%s\n" text)
                                 'context-broker-agent-failure))
    (`(unknown ,text)
     (context-broker-agent--show session (concat text "\n") 'shadow)))
  (force-mode-line-update t))

(defun context-broker-agent--arguments (arguments)
  "Return ARGUMENTS of a call, an alist, for people."
  (mapconcat (lambda (pair)
               (if (consp pair)
                   (format "%s: %s" (car pair)
                           (if (consp (cdr pair)) (json-encode (cdr pair))
                             (cdr pair)))
                 (format "%s" pair)))
             arguments ", "))

;;; Turns

(defun context-broker-agent-send ()
  "Send what was written to the agent; while it works, after this turn."
  (interactive nil context-broker-agent-mode)
  (let ((text (string-trim (buffer-substring-no-properties
                            context-broker-agent--start (point-max)))))
    (when (string-empty-p text)
      (user-error "Write what the agent shall do behind the last `>' first"))
    (delete-region context-broker-agent--start (point-max))
    (run-hook-with-args 'context-broker-agent-person-functions
                        context-broker-agent--session)
    (context-broker-agent-say context-broker-agent--session text)))

(defun context-broker-agent-say (session text)
  "Send TEXT to the agent of SESSION, after what waits already."
  (setf (context-broker-agent-session-waiting session)
        (append (context-broker-agent-session-waiting session) (list text)))
  (context-broker-agent--next session))

(defun context-broker-agent--next (session)
  "Begin the next turn of SESSION, unless one is under way or none waits."
  (when (and (context-broker-agent-session-waiting session)
             (memq (context-broker-agent-session-state session) '(idle failed)))
    (let ((text (pop (context-broker-agent-session-waiting session))))
      (setf (context-broker-agent-session-turn session) text
            (context-broker-agent-session-tries session) 0)
      (context-broker-agent--show session (format "\n> %s\n" text)
                                  'context-broker-agent-user)
      (context-broker-agent--begin session)))
  (force-mode-line-update t))

(defun context-broker-agent--server-command (session)
  "Return the command of the MCP server of SESSION, a list."
  (unless (process-live-p server-process) (server-start))
  (let ((program (executable-find (car context-broker-program))))
    (unless program
      (user-error "There is no program %s: set `context-broker-program'"
                  (car context-broker-program)))
    (append
     (list program) (cdr context-broker-program)
     (list "serve" "--project"
           (directory-file-name (context-broker-agent-session-directory session))
           "--toolsets" (if (context-broker-agent-session-scope session) "emacs"
                          context-broker-agent-toolsets)
           "--emacs-server"
           (expand-file-name server-name
                             (if server-use-tcp server-auth-dir
                               server-socket-dir))
           "--emacs-session" (context-broker-agent-session-id session)))))

(defun context-broker-agent--begin (session)
  "Start the process of the turn of SESSION."
  (let* ((client (context-broker-agent-session-client session))
         (default-directory (context-broker-agent-session-directory session))
         (turn (list :prompt (context-broker-agent-session-turn session)
                     :session (context-broker-agent-session-agent-id session)
                     :scoped (and (context-broker-agent-session-scope session) t)
                     :directory default-directory
                     :private (context-broker-agent--folder
                               (context-broker-agent-session-id session))
                     :server (context-broker-agent--server-command session)))
         (make-environment (context-broker-client-environment client))
         (process-environment
          (append (and make-environment (funcall make-environment turn))
                  process-environment))
         (process-connection-type nil))
    (setf (context-broker-agent-session-state session) 'working
          (context-broker-agent-session-status session) nil
          (context-broker-agent-session-heard session) nil
          (context-broker-agent-session-rest session) nil
          (context-broker-agent-session-log session) "")
    (cl-incf (context-broker-agent-session-tries session))
    (when (fboundp 'context-broker-tools-permit)
      (context-broker-tools-permit
       (context-broker-agent-session-id session)
       :name (buffer-name (context-broker-agent-session-buffer session))
       :directory default-directory
       :scope (context-broker-agent-session-scope session)))
    ;; A scoped agent starts where no file of the project configures it.
    (let* ((default-directory (if (context-broker-agent-session-scope session)
                                  (plist-get turn :private)
                                default-directory))
           (process
            (make-process
             :name (buffer-name (context-broker-agent-session-buffer session))
             :command (append (context-broker-client-executable client)
                              (funcall (context-broker-client-command client)
                                       turn))
             :buffer nil :noquery t :connection-type 'pipe :coding 'binary
             :stderr (context-broker-agent--stderr session)
             :filter (lambda (_process text)
                       (context-broker-agent--take session text))
             :sentinel (lambda (process _event)
                         (unless (process-live-p process)
                           (context-broker-agent--ended session process))))))
      (setf (context-broker-agent-session-process session) process)
      (unless (context-broker-client-argument client)
        (process-send-string
         process (encode-coding-string
                  (context-broker-agent-session-turn session) 'utf-8-unix)))
      (process-send-eof process))))

(defun context-broker-agent--stderr (session)
  "Return a pipe for the last complaints of the agent of SESSION."
  (make-pipe-process
   :name "context-broker agent stderr" :noquery t :buffer nil :sentinel #'ignore
   :filter (lambda (_process text)
             (let ((log (concat (context-broker-agent-session-log session) text)))
               (setf (context-broker-agent-session-log session)
                     (substring log (max 0 (- (length log) 2000))))))))

(defun context-broker-agent--take (session text)
  "Read the whole lines of TEXT, bytes that the agent of SESSION wrote."
  (let* ((lines (split-string text "\n"))
         (last (car (last lines))))
    (setcar lines (concat (mapconcat #'identity
                                     (reverse (context-broker-agent-session-rest
                                               session))
                                     "")
                          (car lines)))
    (if (cdr lines)
        (progn
          (dolist (line (butlast lines))
            (context-broker-agent--take-line session line))
          (setf (context-broker-agent-session-rest session) (list last)))
      (push text (context-broker-agent-session-rest session)))))

(defun context-broker-agent--take-line (session line)
  "Act on LINE, bytes that the agent of SESSION wrote."
  (dolist (event (context-broker-client-read
                  (context-broker-agent-session-client session)
                  (decode-coding-string line 'utf-8-unix)))
    (context-broker-agent--take-event session event)))

(defun context-broker-agent--ended (session process)
  "The PROCESS of a turn of SESSION has ended."
  (when (and (eq process (context-broker-agent-session-process session))
             (not (eq (context-broker-agent-session-state session) 'ended)))
    (let ((rest (mapconcat #'identity
                           (reverse (context-broker-agent-session-rest session))
                           "")))
      (setf (context-broker-agent-session-rest session) nil)
      (unless (string-empty-p rest)
        (context-broker-agent--take-line session rest)))
    (let ((code (process-exit-status process)))
      (cond
       ((and (not (zerop code))
             (not (context-broker-agent-session-heard session))
             (not (eq (context-broker-agent-session-state session) 'interrupted))
             (< (context-broker-agent-session-tries session)
                (1+ context-broker-agent-tries)))
        ;; Nothing was said, so nothing was done that would be done twice.
        (context-broker-agent--show
         session (format "\n[the agent ended with %d; it is started again]\n" code)
         'shadow)
        (context-broker-agent--begin session))
       (t
        (context-broker-agent--end-turn session code))))))

(defun context-broker-agent--end-turn (session code)
  "End the turn of SESSION, whose process ended with CODE."
  (pcase (context-broker-agent-session-state session)
    ('interrupted
     (context-broker-agent--show session "\n[interrupted]\n" 'shadow)
     (setf (context-broker-agent-session-state session) 'idle))
    ((and 'working (guard (zerop code)))
     (setf (context-broker-agent-session-state session) 'idle))
    ('working
     (context-broker-agent--show
      session
      (format "\n[the agent ended with %d]\n%s\n" code
              (string-trim (decode-coding-string
                            (context-broker-agent-session-log session)
                            'utf-8-unix)))
      'context-broker-agent-failure)
     (setf (context-broker-agent-session-state session) 'failed)))
  (setf (context-broker-agent-session-status session) nil)
  (context-broker-agent--keep session)
  (let ((ended (context-broker-agent-session-ended session))
        (failed (eq (context-broker-agent-session-state session) 'failed)))
    (when ended (funcall ended session failed))
    (run-hook-with-args 'context-broker-agent-turn-functions session failed)
    (unless failed (context-broker-agent--next session)))
  (force-mode-line-update t))

(defun context-broker-agent-interrupt ()
  "Stop what the agent does; the conversation can go on."
  (interactive nil context-broker-agent-mode)
  (let* ((session context-broker-agent--session)
         (process (context-broker-agent-session-process session)))
    (unless (process-live-p process)
      (user-error "The agent does nothing that could be stopped"))
    (setf (context-broker-agent-session-state session) 'interrupted)
    (interrupt-process process)
    (run-at-time 3 nil (lambda ()
                         (when (process-live-p process)
                           (delete-process process))))))

(defun context-broker-agent-retry ()
  "Send the last turn again, after it failed."
  (interactive nil context-broker-agent-mode)
  (let ((session context-broker-agent--session))
    (unless (eq (context-broker-agent-session-state session) 'failed)
      (user-error "The last turn did not fail"))
    (setf (context-broker-agent-session-tries session) 0)
    (context-broker-agent--begin session)))

(defun context-broker-agent-delete ()
  "Delete this session with its conversation."
  (interactive nil context-broker-agent-mode)
  (when (y-or-n-p "Delete this session and its conversation? ")
    (context-broker-agent-discard context-broker-agent--session)))

(defun context-broker-agent-discard (session)
  "End SESSION, and delete its buffer and its folder."
  (context-broker-agent-end session)
  (let ((buffer (context-broker-agent-session-buffer session)))
    (when (buffer-live-p buffer)
      (with-current-buffer buffer
        (setq context-broker-agent--session nil)
        (kill-buffer))))
  (delete-directory (context-broker-agent--folder
                     (context-broker-agent-session-id session))
                    t))

(defun context-broker-agent--keep-all ()
  "Keep every session; Emacs is about to end."
  (dolist (session context-broker-agent--sessions)
    (if (context-broker-agent-session-scope session)
        (context-broker-agent-discard session)
      (context-broker-agent--keep session))))

(add-hook 'kill-emacs-hook #'context-broker-agent--keep-all)

(provide 'context-broker-agent)
;;; context-broker-agent.el ends here
