;;; context-broker-tools.el --- Offer this Emacs as tools to agents  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; `context-broker-deftool' registers a tool.  A server with toolset `emacs' attaches to this Emacs
;; by emacsclient, and offers the tools to its client, a coding agent.  They exchange files in a
;; folder of the server's: tools.json (what may be called), N.call (claimed by renaming it to
;; N.taken, so that it runs once or never), N.later (why the answer takes its time) and N.answer.
;; No argument is ever part of a Lisp form.  What an agent may do is decided here, by its scope
;; (`context-broker-tools-permit') and by `context-broker-tools-rules'.

;;; Code:

(require 'cl-lib)
(require 'map)
(require 'seq)
(require 'subr-x)
(declare-function context-broker-prompt-approval "context-broker-prompt")
(defvar epa-inhibit)
(defvar vc-directory-exclusion-list)

(defcustom context-broker-tools-approve-safe t
  "Whether tools that change nothing run without asking."
  :type 'boolean :group 'context-broker)

(defcustom context-broker-tools-allow-eval nil
  "Whether agents may ask to evaluate Lisp in this Emacs.
Each time is asked for, unless a rule allows it; with a scope it never is."
  :type 'boolean :group 'context-broker)

(defcustom context-broker-tools-rules nil
  "What happens when an agent calls a tool: the first rule that matches.
A rule has regexps for the whole name of the tool and the whole id of
the session (empty for an agent that Emacs did not start).  Without one,
safe tools run, and those of an agent with a scope; the others ask."
  :type '(repeat (list (regexp :tag "Tool") (regexp :tag "Session")
                       (choice (const allow) (const ask) (const deny))))
  :group 'context-broker)

;;; The registry
(defvar context-broker-tools--registry nil "Alist of tools, plists, by name.")

(defmacro context-broker-deftool (name description &rest properties)
  "Register the tool NAME, a symbol, with DESCRIPTION, for coding agents.
PROPERTIES are keywords with values, which are not evaluated; forms may
stand behind them in place of :function, with the arguments as variables.
:function F  (evaluated) is called with the arguments in the order of
  :args (nil: not given); returns the answer: a string, anything else as
  it is printed, `context-broker-tools-value', `context-broker-tools-later'.
:safe BOOL  whether it changes nothing, so that it may run unasked.
:needs-session-cwd BOOL  whether F runs in the agent's working folder.
:context CONTEXT  where F runs: `file' (in the buffer that visits the
  argument of that name), `buffer', `directory', nil (nowhere), or by
  default `auto': as the names and types of the arguments say.
:bound KINDS  scopes that it can be held to, of region, buffer, directory
  and project: F touches only what arguments name, or the buffer where
  it runs; for region it calls `context-broker-tools-check-text'.
:args ARGS  a list of (NAME TYPE [:required] [DESCRIPTION]).  TYPE is
  string, integer, number, boolean, file, buffer, directory, object,
  (array TYPE) or (choice STRING...)."
  (declare (indent defun) (doc-string 2))
  (let ((names (mapcar #'car (plist-get properties :args))) keys)
    (while (keywordp (car properties))
      (let ((key (pop properties)) (value (pop properties)))
        (setq keys `(,key ,(if (eq key :function) value `',value) . ,keys))))
    (when properties (setq keys `(:function (lambda ,names (ignore ,@names) ,@properties) . ,keys)))
    `(context-broker-tools-define ',name ,description ,@keys)))

(cl-defun context-broker-tools-define
    (name description &rest keys &key function (context 'auto) args &allow-other-keys)
  "Register a tool as `context-broker-deftool' does.
NAME, DESCRIPTION, and FUNCTION, CONTEXT, ARGS and other KEYS stand there."
  (let ((case-fold-search nil) (name (context-broker-tools--name name)))
    (unless (and (string-match-p "\\`[a-z][a-z0-9_]\\{0,59\\}\\'" name) function
                 (not (equal "" description)) (memq context '(auto file buffer directory nil)))
      (error "A tool needs a name of letters, digits and _, a description, a function: %s" name))
    (setf (alist-get name context-broker-tools--registry nil nil #'equal)
          `(:name ,name :description ,description :context ,context
                  :args ,(mapcar (lambda (arg) (context-broker-tools--arg context arg)) args)
                  ,@keys))
    (context-broker-tools-announce)
    name))

(defun context-broker-tools--name (name)
  (string-replace "-" "_" (format "%s" name)))

(defun context-broker-tools--arg (context arg)
  "ARG of a tool with CONTEXT as a plist; :kind is what it names."
  (pcase-let* ((`(,name ,type . ,more) arg)
               (name (intern (context-broker-tools--name name)))
               (text (seq-find #'stringp more)))
    (list :name name :type type :required (eq (car more) :required)
          :schema (append (context-broker-tools--schema type) (and text `((description . ,text))))
          :kind (if (and context (eq type 'string))
                    (pcase name
                      ((or 'file 'file_path 'filename 'path) 'file)
                      ((or 'buffer 'buffer_name) 'buffer)
                      ((or 'directory 'dir 'folder) 'directory))
                  (car (memq (if (consp type) (cadr type) type) '(file buffer directory)))))))

(defun context-broker-tools--schema (type)
  (pcase type
    ((or 'string 'integer 'number 'boolean 'object) `((type . ,(symbol-name type))))
    ((or 'file 'buffer 'directory) '((type . "string")))
    (`(array ,of) `((type . "array") (items . ,(context-broker-tools--schema of))))
    ((and `(choice . ,texts) (guard (and texts (cl-every #'stringp texts))))
     `((type . "string") (enum . ,(vconcat texts))))
    (_ (error "Not a type of an argument: %S" type))))

;;; What a function answers
(define-error 'context-broker-tools-failed "The tool failed")

(defun context-broker-tools-fail (message &optional hint &rest args)
  "Signal that the tool failed: MESSAGE, formatted with ARGS, and a HINT."
  (signal 'context-broker-tools-failed (list (apply #'format message args) (or hint ""))))

(defun context-broker-tools-value (value)
  "VALUE as an answer in JSON.
Alists with symbols as keys, plists and hash tables are objects, vectors
are arrays; false is :false, null is :null, and nil is {}."
  (list 'context-broker-tools--value value))

(cl-defun context-broker-tools-later (start &key (message "Emacs works on it") (seconds 600))
  "Return an answer that comes later, for a tool's function to return.
START is called with a function of one argument, which gives the answer;
it may return a function that is called when the call ends, with or
without its answer.  MESSAGE tells the agent what goes on; after SECONDS
the call counts as lost."
  (list 'context-broker-tools--later start message seconds))

(defun context-broker-tools--map-texts (function value)
  "VALUE, with each text in it as FUNCTION has it."
  (cl-flet ((again (one) (context-broker-tools--map-texts function one)))
    (pcase value
      ((pred stringp) (funcall function value))
      ((pred vectorp) (vconcat (mapcar #'again value)))
      ((pred proper-list-p) (mapcar #'again value))
      (`(,key . ,rest) (cons (again key) (again rest)))
      (_ value))))

(defun context-broker-tools--clean (text)
  "TEXT, decoded, with � in place of characters of Emacs that JSON cannot have."
  (let ((text (if (multibyte-string-p text) text (decode-coding-string text 'utf-8-unix))))
    (if (not (string-match-p "[^\0-\ud7ff\ue000-\U0010ffff]" text)) text
      ;; By characters: replacing by regexp takes a time that grows with the square of the length.
      (concat (mapcar (lambda (char) (if (or (<= #xd800 char #xdfff) (> char #x10ffff)) ?� char))
                      text)))))

;;; Sessions
(defvar context-broker-tools--sessions nil "Alist of what agents may do, plists, by id.")
(defvar context-broker-tools--approved nil "Tools approved from now on: list of (CALLER . NAME).")
(defvar context-broker-tools--running nil "The calls without an answer, alists.")
(defvar context-broker-tools--current nil "The call that runs its function, or nil.")
(defvar context-broker-tools--attached nil "List of (FOLDER SESSION CWD), one for each server.")

(cl-defun context-broker-tools-permit (id &key name directory scope)
  "Let the agent of session ID call tools.
NAME is shown to the person, DIRECTORY is its working folder.  SCOPE is
nil, or a plist with :kind region (:buffer, :start, :end), buffer
\(:buffer), directory or project (:directory), to which tools with that
kind in their :bound are held; it may call no others."
  (when (equal "" id) (error "A session needs an id"))
  (setf (alist-get id context-broker-tools--sessions nil nil #'equal)
        (list :name name :directory directory
              :scope (and scope (apply #'context-broker-tools--own-scope scope))))
  (context-broker-tools-announce))

(cl-defun context-broker-tools--own-scope (&key kind buffer directory (start 1) (end 1))
  ;; With markers and names of its own.
  (unless (pcase kind
            ((or 'region 'buffer) (buffer-live-p buffer))
            ((or 'directory 'project)
             (and (not (file-remote-p directory)) (file-directory-p directory))))
    (error "Not a scope: %S of %S" kind (or buffer directory)))
  (with-current-buffer (if buffer (or (buffer-base-buffer buffer) buffer) (current-buffer))
    (list :kind kind :buffer (and buffer (current-buffer))
          :file (and buffer buffer-file-name (file-truename buffer-file-name))
          :folder (and directory (file-name-as-directory (file-truename directory)))
          ;; What others insert at an end, or in place of all, is outside.
          :start (copy-marker start t) :end (copy-marker end))))

(defun context-broker-tools-session (id)
  "What the agent of session ID may do, a plist; nil if nothing."
  (alist-get id context-broker-tools--sessions nil nil #'equal))

(defun context-broker-tools-forget (id)
  "Take all permissions from the agent of session ID, and end what it asked."
  (setq context-broker-tools--sessions (assoc-delete-all id context-broker-tools--sessions)
        context-broker-tools--approved (assoc-delete-all id context-broker-tools--approved))
  (dolist (call context-broker-tools--running)
    (when (equal (alist-get 'session call) id)
      (context-broker-tools--answer
       call '(context-broker-tools-failed "its session has ended" ""))))
  (context-broker-tools-announce))

(defun context-broker-tools-caller ()
  "The id of the session of the running call; \"\" or nil if none."
  (alist-get 'session context-broker-tools--current))

(defun context-broker-tools--refused (id)
  "Why the session ID may call nothing; nil if it may."
  (unless (or (string-empty-p id) (context-broker-tools-session id))
    "Emacs knows no session of this id, or it has ended"))

(defun context-broker-tools--action (tool id)
  "What to do about TOOL for the session ID: `allow', `ask' or `deny'."
  (let ((called (concat (plist-get tool :name) "\n" id)))
    (cond ((nth 2 (seq-find (lambda (rule)
                              (string-match-p (format "\\`\\(?:%s\\)\n\\(?:%s\\)\\'"
                                                      (nth 0 rule) (nth 1 rule))
                                              called))
                            context-broker-tools-rules)))
          ((plist-get (context-broker-tools-session id) :scope) 'allow)
          ((and (plist-get tool :safe) context-broker-tools-approve-safe) 'allow)
          (t 'ask))))

(defun context-broker-tools--offered-p (tool id)
  "Whether the session ID may call TOOL, at once or after a question."
  (let ((scope (plist-get (context-broker-tools-session id) :scope)))
    (and (not (context-broker-tools--refused id))
         (or context-broker-tools-allow-eval (not (equal "eval" (plist-get tool :name))))
         (or (null scope) (memq (plist-get scope :kind) (plist-get tool :bound)))
         (not (eq 'deny (context-broker-tools--action tool id))))))

;;; Scopes
(defun context-broker-tools--scope ()
  "The scope of the running call, or nil; fails where its session has ended."
  (let* ((id (or (context-broker-tools-caller) "")) (refused (context-broker-tools--refused id)))
    (when refused (context-broker-tools-fail refused "start the agent from Emacs"))
    (plist-get (context-broker-tools-session id) :scope)))

(defun context-broker-tools--outside (what &rest args)
  (context-broker-tools-fail
   "%s is outside of the %s that this session may touch"
   "stay within it; the user decides about the rest"
   (apply #'format what args) (plist-get (context-broker-tools--scope) :kind)))

(defun context-broker-tools--within (file scope)
  "The true name of FILE, if that is within SCOPE."
  (unless (file-remote-p file)
    (let ((true (file-truename (expand-file-name file))) (folder (plist-get scope :folder)))
      (and (if folder (string-prefix-p folder (file-name-as-directory true))
             (equal true (plist-get scope :file)))
           true))))

(defun context-broker-tools-check-file (file &optional change)
  "Fail if the running call may not touch FILE.
With CHANGE, also where FILE has other names, which may be outside, or
other programs run what it says: version control does as soon as anybody
asks it about a folder."
  (when-let ((scope (context-broker-tools--scope)))
    (let* ((true (or (context-broker-tools--within file scope)
                     (context-broker-tools--outside "%s" file)))
           (facts (file-attributes true)))
      (when (and change (plist-get scope :folder)
                 (seq-some (lambda (part)
                             (member-ignore-case part `(".dir-locals.el" ".dir-locals-2.el"
                                                        . ,vc-directory-exclusion-list)))
                           (split-string true "/")))
        (context-broker-tools--outside "%s, which other programs obey," file))
      (when (and change facts (null (file-attribute-type facts))
                 (> (file-attribute-link-number facts) 1))
        (context-broker-tools--outside "%s has hard links, one of which" file)))))

(defun context-broker-tools-check-buffer (buffer)
  "Fail if the running call may not touch BUFFER."
  (when-let ((scope (context-broker-tools--scope)))
    (let* ((base (or (buffer-base-buffer buffer) buffer)) (file (buffer-file-name base))
           (folder (plist-get scope :folder))
           ;; Where its text came from: a link may lead elsewhere by now.
           (origin (buffer-local-value 'buffer-file-truename base)))
      (unless (and (or folder (eq base (plist-get scope :buffer)))
                   (if file (context-broker-tools--within file scope)
                     (not (or folder (plist-get scope :file))))
                   (or (null origin) (context-broker-tools--within origin scope)))
        (context-broker-tools--outside "%s" (buffer-name buffer))))))

(defun context-broker-tools-bounds ()
  "The text of this buffer that the running call may touch, (START . END)."
  (pcase (context-broker-tools--scope)
    ((map (:kind 'region) :start :end)
     (when (> start end)
       (context-broker-tools-fail "the text of this session's region was replaced by another"))
     (cons (marker-position start) (marker-position end)))
    (_ (cons 1 (1+ (buffer-size))))))

(defun context-broker-tools-move-bounds (first last)
  "FIRST and LAST are the bounds of a region after the call has changed it."
  (pcase (context-broker-tools--scope)
    ((map (:kind 'region) :start :end)
     (set-marker start first)
     (set-marker end last))))

(defun context-broker-tools-check-text (start end)
  "Fail if the running call may not touch START to END of this buffer."
  (context-broker-tools-check-buffer (current-buffer))
  (pcase-let ((`(,first . ,last) (context-broker-tools-bounds)))
    (unless (<= first (min start end) (max start end) last)
      (context-broker-tools--outside "The text at lines %d to %d"
                                     (context-broker-tools-line start)
                                     (context-broker-tools-line end)))))

(defun context-broker-tools-line (&optional position)
  "The line of POSITION, or of point, in this whole buffer."
  ;; `line-number-at-pos' refuses positions outside of a narrowing.
  (let ((position (or position (point)))) (save-restriction (widen) (line-number-at-pos position))))

;;; Exchange with the servers, which call the next three functions through emacsclient
(defun context-broker-tools-attach (folder session cwd)
  "Offer the tools to the server with exchange FOLDER.
It serves the agent of SESSION, or \"\", whose working folder is CWD."
  ;; The tools themselves, which need this library.
  (require 'context-broker-buffers)
  (setf (alist-get folder context-broker-tools--attached nil nil #'equal) (list session cwd))
  (context-broker-tools-announce)
  t)

(defun context-broker-tools-run (folder &optional _id)
  "Run what the server with exchange FOLDER asks for, soon."
  (when (assoc folder context-broker-tools--attached)
    (run-at-time 0 nil #'context-broker-tools--claim folder))
  t)

(defun context-broker-tools-cancel (folder id)
  "Stop the call ID of the server with exchange FOLDER."
  (dolist (call context-broker-tools--running t)
    (when (equal (list folder id) (list (alist-get 'folder call) (alist-get 'id call)))
      (context-broker-tools--stop call))))

(defun context-broker-tools-announce ()
  "Write what each agent may call, after that has changed."
  (pcase-dolist (`(,folder ,id ,_) context-broker-tools--attached)
    (if (file-directory-p folder)
        (with-demoted-errors "Context Broker: %S"
          (context-broker-tools--write
           (expand-file-name "tools.json" folder)
           `((pid . ,(emacs-pid)) (version . ,emacs-version)
             (refused . ,(or (context-broker-tools--refused id) :null))
             (tools . ,(vconcat (cl-loop for (_ . tool) in (reverse context-broker-tools--registry)
                                         when (context-broker-tools--offered-p tool id)
                                         collect (context-broker-tools--listed tool)))))))
      (setq context-broker-tools--attached
            (assoc-delete-all folder context-broker-tools--attached)))))

;; Soon, since a watcher is called before its option is set.
(dolist (option '(context-broker-tools-allow-eval context-broker-tools-rules))
  (add-variable-watcher
   option (lambda (&rest _) (run-at-time 0 nil #'context-broker-tools-announce))))

(defun context-broker-tools--listed (tool)
  (cl-loop for arg in (plist-get tool :args) for name = (plist-get arg :name)
           collect (cons name (plist-get arg :schema)) into properties
           when (plist-get arg :required) collect (symbol-name name) into required
           finally return
           `((name . ,(plist-get tool :name)) (description . ,(plist-get tool :description))
             (safe . ,(if (plist-get tool :safe) t :false))
             (inputSchema (type . "object") (properties . ,properties)
                          (required . ,(vconcat required))))))

(defun context-broker-tools--write (file value)
  (let ((file-name-handler-alist nil) (create-lockfiles nil) (write-region-inhibit-fsync t)
        (coding-system-for-write 'utf-8-unix))
    (with-temp-file (concat file ".part")
      (json-insert (context-broker-tools--map-texts #'context-broker-tools--clean value)
                   :null-object :null :false-object :false))
    (rename-file (concat file ".part") file t)))

(defun context-broker-tools--file (call ending)
  (expand-file-name (concat (alist-get 'id call) ending) (alist-get 'folder call)))

(defun context-broker-tools--claim (folder)
  "Take what was not withdrawn in FOLDER, and run it.
In its order: of two calls, emacsclient may tell of the second one first."
  (dolist (name (and (file-directory-p folder)
                     (sort (directory-files folder nil "\\`[0-9]+\\.call\\'")
                           #'string-version-lessp)))
    (let ((call (list (cons 'folder folder) (cons 'id (file-name-base name))
                      (cons 'session (cadr (assoc folder context-broker-tools--attached)))
                      ;; Set later.
                      (list 'stop) (list 'answered))))
      (when (ignore-errors
              (rename-file (context-broker-tools--file call ".call")
                           (context-broker-tools--file call ".taken"))
              t)
        (push call context-broker-tools--running)
        (context-broker-tools--guarded call
          (lambda ()
            (nconc call (context-broker-tools--read (context-broker-tools--file call ".taken")))
            (context-broker-tools--decide call)))))))

(defun context-broker-tools--read (file)
  "The call in FILE, an alist: tool, arguments."
  (let ((coding-system-for-read 'utf-8-unix) (file-name-handler-alist nil))
    (with-temp-buffer
      (insert-file-contents file)
      ;; The server escapes NUL characters, which the JSON reader of Emacs 28 refuses.
      (context-broker-tools--map-texts
       (lambda (text) (string-replace "\uE0001" "\uE000" (string-replace "\uE0000" "\0" text)))
       (json-parse-buffer :object-type 'alist :array-type 'list
                          :null-object nil :false-object :false)))))

(defun context-broker-tools--guarded (call function)
  "Run FUNCTION for CALL; what it signals, a quit too, is the answer."
  (declare (indent 1))
  (condition-case err
      ;; A question in the minibuffer would keep Emacs, and the agent, waiting.
      (let ((inhibit-quit nil) (inhibit-interaction t) (context-broker-tools--current call))
        (funcall function))
    ((error quit)
     (context-broker-tools--answer
      call
      (pcase (car err)
        ('context-broker-tools-failed err)
        ('quit '(context-broker-tools-failed "the user stopped it with C-g"
                                             "ask the user before you call it again"))
        ('inhibited-interaction
         '(context-broker-tools-failed "it wanted to ask the user in the minibuffer"
                                       "tools must not; ask the user to do that in Emacs"))
        (_ `(context-broker-tools-failed ,(error-message-string err) "")))))))

(defun context-broker-tools--answer (call result)
  "Answer CALL with RESULT of the tool's function, or a failure as it is signalled."
  (unless (alist-get 'answered call)
    (when (file-directory-p (alist-get 'folder call))
      (context-broker-tools--write
       (context-broker-tools--file call ".answer")
       (list (pcase result
               (`(context-broker-tools--value ,value) (cons 'value value))
               (`(context-broker-tools-failed ,message ,hint)
                `(error (message . ,message) (hint . ,hint)))
               (_ (cons 'text (if (stringp result) result (format "%S" result))))))))
    (context-broker-tools--stop call)))

(defun context-broker-tools--stop (call)
  "End CALL, which has its answer, or whose answer nobody waits for."
  (setf (alist-get 'answered call) t)
  (setq context-broker-tools--running (delq call context-broker-tools--running))
  (let ((stop (alist-get 'stop call)))
    (when (functionp stop) (with-demoted-errors "Context Broker: %S" (funcall stop)))))

;;; Calls
(defun context-broker-tools--decide (call)
  (let* ((id (alist-get 'session call)) (name (alist-get 'tool call))
         (tool (cdr (assoc name context-broker-tools--registry)))
         ;; Agents that Emacs did not start have no id, but a server each.
         (approval (cons (if (equal "" id) (alist-get 'folder call) id) name)))
    ;; Fails where the session has ended.
    (context-broker-tools--scope)
    (unless (and tool (context-broker-tools--offered-p tool id))
      (context-broker-tools-fail "this session may not call %s" "use a tool that is listed" name))
    (if (or (member approval context-broker-tools--approved)
            (eq 'allow (context-broker-tools--action tool id)))
        (context-broker-tools--execute call tool)
      ;; Wrong arguments are no question to a person.
      (context-broker-tools--arguments call tool)
      (context-broker-tools--wait
       call
       (context-broker-prompt-approval
        name (or (plist-get (context-broker-tools-session id) :name) id)
        (alist-get 'arguments call)
        (context-broker-tools-continue
         (lambda (decision)
           (when (eq decision 'session) (push approval context-broker-tools--approved))
           (pcase decision
             ((or 'once 'session) (context-broker-tools--execute call tool))
             ('timeout
              (context-broker-tools-fail "nobody answered whether it may run; nothing was done"
                                         "go on without it, or ask the user"))
             (_ (context-broker-tools-fail "the user refused it; nothing was done"
                                           "ask the user what to do instead"))))))))))

(defun context-broker-tools--execute (call tool)
  "Run the function of TOOL for CALL, if anybody still waits for it."
  (when (and (not (alist-get 'answered call))
             (file-exists-p (context-broker-tools--file call ".taken")))
    (let ((result (context-broker-tools--apply call tool)))
      (if (eq (car-safe result) 'context-broker-tools--later)
          (context-broker-tools--wait call result)
        (context-broker-tools--answer call result)))))

(defun context-broker-tools--wait (call later)
  (pcase-let ((`(,_ ,start ,message ,seconds) later))
    (context-broker-tools--write (context-broker-tools--file call ".later")
                                 `((message . ,message) (seconds . ,seconds)))
    (setf (alist-get 'stop call)
          (funcall start (context-broker-tools-continue
                          (lambda (result) (context-broker-tools--answer call result)))))
    (let (timer)
      (setq timer (run-at-time 2 2 (lambda ()
                                     (cond ((alist-get 'answered call) (cancel-timer timer))
                                           ((not (context-broker-tools--awaited-p call))
                                            (context-broker-tools--stop call)))))))))

(defun context-broker-tools--awaited-p (call)
  "Whether the server that placed CALL waits for its answer.
One that ended with its agent, or was killed, cannot say that it does not."
  (and (file-exists-p (context-broker-tools--file call ".taken"))
       (or (not (string-match "/context-broker-emacs-\\([0-9]+\\)-[^/]+/?\\'"
                              (alist-get 'folder call)))
           (process-attributes (string-to-number (match-string 1 (alist-get 'folder call)))))))

(defun context-broker-tools-continue (function)
  "A function that does FUNCTION as a part of the running call.
It is for timers and hooks of an answer that comes later: the scope
holds there, too, and an error is the answer."
  (let ((call context-broker-tools--current))
    (lambda (&rest args)
      (unless (alist-get 'answered call)
        (context-broker-tools--guarded call (lambda () (apply function args)))))))

(defun context-broker-tools--arguments (call tool)
  "The arguments of CALL for TOOL, a list of (ARG . VALUE), which CALL may touch.
The server has checked their types."
  (mapcar (lambda (arg)
            (let ((value (alist-get (plist-get arg :name) (alist-get 'arguments call))))
              (cons arg (unless (eq value :false) (context-broker-tools--place call arg value)))))
          (plist-get tool :args)))

(defun context-broker-tools--place (call arg value)
  "VALUE of ARG for CALL as what it names, if CALL may touch that."
  (pcase (plist-get arg :kind)
    ((or 'nil (guard (null value))) value)
    ((guard (listp value)) (mapcar (lambda (one) (context-broker-tools--place call arg one)) value))
    ('buffer (let ((buffer (get-buffer value)))
               (unless buffer
                 (context-broker-tools-fail "there is no buffer %s"
                                            "list the buffers, or give a file" value))
               (context-broker-tools-check-buffer buffer)
               (if (eq 'string (plist-get arg :type)) value buffer)))
    (_ (when (file-remote-p value)
         (context-broker-tools-fail "%s is on another machine" "tools reach local files only"
                                    value))
       (let ((path (expand-file-name value (context-broker-tools--folder call))))
         (context-broker-tools-check-file path)
         path))))

(defun context-broker-tools--folder (call)
  (or (plist-get (context-broker-tools-session (alist-get 'session call)) :directory)
      (nth 2 (assoc (alist-get 'folder call) context-broker-tools--attached))))

(defun context-broker-tools--apply (call tool)
  (let* ((given (context-broker-tools--arguments call tool)) (context (plist-get tool :context))
         (named (cl-loop for (arg . value) in given for kind = (plist-get arg :kind)
                         when (and value (atom value) (memq context (list 'auto kind)))
                         collect (cons kind value)))
         (file (alist-get 'file named)) (buffer (alist-get 'buffer named))
         (folder (or (alist-get 'directory named)
                     (and (plist-get tool :needs-session-cwd) (context-broker-tools--folder call))))
         (scope (context-broker-tools--scope)) (own (plist-get scope :buffer)))
    (when (and folder (not (file-directory-p folder)))
      (context-broker-tools-fail "there is no folder %s" "check the path" folder))
    (with-current-buffer (cond (file (context-broker-tools-visit file))
                               (buffer)
                               ((buffer-live-p own) own)
                               (own (context-broker-tools-fail
                                     "the buffer of this session is gone"))
                               ((or scope (null context))
                                (get-buffer-create " *context-broker-tools*"))
                               (t (window-buffer (selected-window))))
      (let ((default-directory (if folder (file-name-as-directory folder) default-directory)))
        (apply (plist-get tool :function) (mapcar #'cdr given))))))

(defun context-broker-tools-visit (file)
  "A buffer that visits FILE as it is on the disk, for the running call."
  (context-broker-tools-check-file file)
  (unless (and (file-regular-p file) (file-readable-p file))
    (context-broker-tools-fail "there is no file %s that can be read" "" file))
  (let* ((scope (context-broker-tools--scope)) (inhibit-message t)
         (enable-local-variables (if scope nil :safe)) (enable-dir-local-variables (not scope))
         (enable-local-eval nil) (vc-follow-symlinks nil) (find-file-suppress-same-file-warnings t)
         (epa-inhibit t) (known (find-buffer-visiting file))
         ;; A hook may end in another buffer, which `find-file-noselect' returns then.
         (buffer (or known
                     (progn (save-current-buffer (find-file-noselect file t))
                            (find-buffer-visiting file))
                     (context-broker-tools-fail "the file %s was closed at once" "" file))))
    ;; It, or a link on the way to it, may have been replaced since it was checked.
    (condition-case problem
        (with-current-buffer buffer
          (context-broker-tools-check-buffer buffer)
          (unless (or (buffer-modified-p) (verify-visited-file-modtime buffer))
            (revert-buffer t t t)
            (context-broker-tools-check-buffer buffer)))
      (error (unless known (kill-buffer buffer))
             (signal (car problem) (cdr problem))))
    buffer))

(provide 'context-broker-tools)
;;; context-broker-tools.el ends here
