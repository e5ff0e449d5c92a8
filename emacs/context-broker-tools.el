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
(require 'seq)
(require 'subr-x)
(declare-function context-broker-prompt-approval "context-broker-prompt")
(declare-function context-broker-prompt-withdraw "context-broker-prompt")
(defvar epa-inhibit)
(defvar vc-directory-exclusion-list)

(defun context-broker-tools--set (symbol value)
  "Set the option SYMBOL to VALUE, and tell the agents what they may call now."
  (set-default-toplevel-value symbol value)
  (context-broker-tools-announce))

(defcustom context-broker-tools-approve-safe t
  "Whether tools that change nothing run without asking."
  :type 'boolean :group 'context-broker)

(defcustom context-broker-tools-allow-eval nil
  "Whether agents may ask to evaluate Lisp in this Emacs.
Each time is asked for, unless a rule allows it; with a scope it never is."
  :type 'boolean :group 'context-broker
  :initialize #'custom-initialize-default :set #'context-broker-tools--set)

(defcustom context-broker-tools-rules nil
  "What happens when an agent calls a tool: the first rule that matches.
A rule has regexps for the whole name of the tool and the whole id of
the session (empty for an agent that Emacs did not start).  Without one,
safe tools run, and those of an agent with a scope; the others ask."
  :type '(repeat (list (regexp :tag "Tool") (regexp :tag "Session")
                       (choice (const allow) (const ask) (const deny))))
  :group 'context-broker :initialize #'custom-initialize-default :set #'context-broker-tools--set)

(defcustom context-broker-tools-approval-timeout 300
  "Seconds after which a call that nobody approved is refused."
  :type 'natnum :group 'context-broker)

;;; The registry
(defvar context-broker-tools--registry nil "Alist of tools, plists, by name.")

(defmacro context-broker-deftool (name description &rest properties)
  "Register the tool NAME, a symbol, with DESCRIPTION, for coding agents.
PROPERTIES are keywords with values; forms may stand behind them in
place of :function, in which the arguments are variables.
:function F  called with the arguments in the order of :args (nil: not
  given); returns the answer: a string, `context-broker-tools-value',
  `context-broker-tools-later', or anything else as it is printed.
:safe BOOL  whether it changes nothing, so that it may run unasked.
:needs-session-cwd BOOL  whether F runs in the agent's working folder.
:context CONTEXT  where F runs: `file' (in the buffer that visits the
  argument of that name), `buffer', `directory', nil (nowhere), or by
  default `auto': as the names and types of the arguments say.
:bound KINDS  scopes that it can be held to, of region, buffer, directory
  and project: F touches only what arguments name, or the buffer where
  it runs; for region it calls `context-broker-tools-check-text'.
:enabled VARIABLE  it is offered only where VARIABLE is non-nil.
:args ARGS  a list of (NAME TYPE [:required] [DESCRIPTION]).  TYPE is
  string, integer, number, boolean, file, buffer, directory, object,
  (array TYPE) or (choice STRING...)."
  (declare (indent defun) (doc-string 2))
  (let (keys names)
    (while (keywordp (car properties))
      (let* ((key (pop properties)) (value (pop properties)))
        (when (memq key '(:args :context :bound :enabled))
          (when (eq (car-safe value) 'quote) (setq value (cadr value)))
          (when (eq key :args) (setq names (mapcar #'car value)))
          (setq value `',value))
        (setq keys `(,key ,value . ,keys))))
    (when properties (setq keys `(:function (lambda ,names (ignore ,@names) ,@properties) . ,keys)))
    `(context-broker-tools-define ',name ,description ,@keys)))

(cl-defun context-broker-tools-define
    (name description &rest keys &key function (context 'auto) args &allow-other-keys)
  "Register a tool as `context-broker-deftool' does.
NAME, DESCRIPTION, and FUNCTION, CONTEXT, ARGS and other KEYS stand there."
  (let* ((case-fold-search nil) (name (context-broker-tools--name name))
         (tool `(:name ,name :description ,description :context ,context
                       :args ,(mapcar (lambda (arg) (context-broker-tools--arg context arg)) args)
                       ,@keys))
         (known (assoc name context-broker-tools--registry)))
    (unless (and (string-match-p "\\`[a-z][a-z0-9_]\\{0,59\\}\\'" name) function
                 (not (equal "" description)) (memq context '(auto file buffer directory nil)))
      (error "A tool needs a name of letters, digits and _, a description, a function: %s" name))
    (if known (setcdr known tool)
      (setq context-broker-tools--registry
            (append context-broker-tools--registry (list (cons name tool)))))
    (context-broker-tools-announce)
    name))

(defun context-broker-tools--name (name)
  "NAME as the list of tools has it."
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
  "The JSON Schema of TYPE."
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

(defconst context-broker-tools--not-unicode
  ;; A range that ends among the raw bytes does not match them.
  (format "[%c-%c%c-%c%c-%c]" #xd800 #xdfff #x110000 #x3fff7f #x3fff80 #x3fffff)
  "Regexp for the characters of Emacs that JSON cannot have.")

(defun context-broker-tools--map-texts (value regexp replacement)
  "VALUE with REGEXP in its texts replaced as the function REPLACEMENT has it."
  (let ((again (lambda (one) (context-broker-tools--map-texts one regexp replacement))))
    (pcase value
      ((and (pred stringp)
            (guard (not (and (multibyte-string-p value) (not (string-match-p regexp value))))))
       ;; In a buffer: in a large string, replacing takes a time that grows with its square.
       (with-temp-buffer
         (insert (if (multibyte-string-p value) value (decode-coding-string value 'utf-8-unix)))
         (goto-char (point-min))
         (while (re-search-forward regexp nil t)
           (replace-match (funcall replacement (match-string 0)) t t))
         (buffer-string)))
      ((pred vectorp) (vconcat (mapcar again value)))
      (`(,key . ,rest) (cons (funcall again key) (funcall again rest)))
      (_ value))))

(defun context-broker-tools--clean (value)
  "VALUE with texts that JSON can have: bytes that are no text are replaced."
  (context-broker-tools--map-texts value context-broker-tools--not-unicode (lambda (_) "�")))

;;; Sessions
(defvar context-broker-tools--sessions nil "Alist of what agents may do, plists, by id.")
(defvar context-broker-tools--own-rules nil "Rules made by answers to questions.")
(defvar context-broker-tools--running nil "The calls without an answer, alists.")
(defvar context-broker-tools--current nil "The call that runs its function, or nil.")
(defvar context-broker-tools--attached nil "List of (FOLDER SESSION CWD), one for each server.")

(cl-defun context-broker-tools-permit (id &key name directory scope (tools t))
  "Let the agent of session ID call TOOLS, a list of names or t for all.
NAME is shown to the person, DIRECTORY is its working folder.  SCOPE is
nil, or a plist with :kind region (:buffer, :start, :end), buffer
\(:buffer), directory or project (:directory), to which tools with that
kind in their :bound are held; it may call no others."
  (let ((buffer (plist-get scope :buffer)) (folder (plist-get scope :directory)))
    (unless (and (not (equal "" id))
                 (pcase (plist-get scope :kind)
                   ('nil (null scope))
                   ((or 'directory 'project)
                    (and (not (file-remote-p folder)) (file-directory-p folder)))
                   ((or 'region 'buffer) (buffer-live-p buffer))))
      (error "Not an id and a scope: %S %S" id scope))
    (with-current-buffer (if buffer (context-broker-tools--base buffer) (current-buffer))
      (setf (alist-get id context-broker-tools--sessions nil nil #'equal)
            (list :name name :directory directory
                  :tools (if (listp tools) (mapcar #'context-broker-tools--name tools) t)
                  :scope (and scope (context-broker-tools--own-scope scope folder)))))
    (context-broker-tools-announce)))

(defun context-broker-tools--own-scope (scope folder)
  "SCOPE of this buffer or FOLDER, with markers and names of its own."
  (let ((buffer (and (plist-get scope :buffer) (current-buffer))))
    (list :kind (plist-get scope :kind) :buffer buffer
          :file (and buffer buffer-file-name (file-truename buffer-file-name))
          :folder (and folder (file-name-as-directory (file-truename folder)))
          ;; What others insert at an end, or in place of all, is outside.
          :start (copy-marker (or (plist-get scope :start) 1) t)
          :end (copy-marker (or (plist-get scope :end) 1)))))

(defun context-broker-tools-session (id)
  "What the agent of session ID may do, a plist; nil if nothing."
  (alist-get id context-broker-tools--sessions nil nil #'equal))

(defun context-broker-tools-forget (id)
  "Take all permissions from the agent of session ID, and end what it asked."
  (setq context-broker-tools--sessions (assoc-delete-all id context-broker-tools--sessions)
        context-broker-tools--own-rules
        (seq-remove (lambda (rule) (equal (nth 1 rule) (regexp-quote id)))
                    context-broker-tools--own-rules))
  (dolist (call context-broker-tools--running)
    (when (equal (alist-get 'session call) id)
      (context-broker-tools--answer-error call "its session has ended")))
  (context-broker-tools-announce))

(defun context-broker-tools-caller ()
  "The id of the session of the running call; \"\" or nil if none."
  (and context-broker-tools--current (alist-get 'session context-broker-tools--current)))

(defun context-broker-tools--base (buffer)
  "BUFFER, or the one whose text it has."
  (or (buffer-base-buffer buffer) buffer))

(defun context-broker-tools--refused (id)
  "Why the session ID may call nothing; nil if it may."
  (unless (or (string-empty-p id) (context-broker-tools-session id))
    "Emacs knows no session of this id, or it has ended"))

(defun context-broker-tools--action (tool id)
  "What to do about TOOL for the session ID: `allow', `ask' or `deny'."
  (let ((whole (lambda (regexp text) (string-match-p (format "\\`\\(?:%s\\)\\'" regexp) text))))
    (cond ((nth 2 (seq-find (lambda (rule) (and (funcall whole (car rule) (plist-get tool :name))
                                                (funcall whole (cadr rule) id)))
                            (append context-broker-tools--own-rules context-broker-tools-rules))))
          ((plist-get (context-broker-tools-session id) :scope) 'allow)
          ((and (plist-get tool :safe) context-broker-tools-approve-safe) 'allow)
          (t 'ask))))

(defun context-broker-tools--offered-p (tool id)
  "Whether the session ID may call TOOL, at once or after a question."
  (let* ((session (context-broker-tools-session id)) (tools (plist-get session :tools))
         (scope (plist-get session :scope)) (enabled (plist-get tool :enabled)))
    (and (not (context-broker-tools--refused id))
         (or (null enabled) (symbol-value enabled))
         (or (null session) (eq t tools) (member (plist-get tool :name) tools))
         (or (null scope) (memq (plist-get scope :kind) (plist-get tool :bound)))
         (not (eq 'deny (context-broker-tools--action tool id))))))

;;; Scopes
(defun context-broker-tools--scope ()
  "The scope of the running call, or nil; fails where its session has ended."
  (let ((id (or (context-broker-tools-caller) "")))
    (when (context-broker-tools--refused id) (context-broker-tools-fail "its session has ended"))
    (plist-get (context-broker-tools-session id) :scope)))

(defun context-broker-tools--outside (what &rest args)
  "Fail because WHAT, formatted with ARGS, is outside of the scope."
  (context-broker-tools-fail
   "%s is outside of the %s that this session may touch"
   "stay within it; the user decides about the rest"
   (apply #'format what args) (plist-get (context-broker-tools--scope) :kind)))

(defun context-broker-tools--within-p (file scope)
  "Whether FILE, wherever links lead, is within SCOPE."
  (let ((folder (plist-get scope :folder)))
    (and (not (file-remote-p file))
         (let ((true (file-truename (expand-file-name file))))
           (if folder (string-prefix-p folder (file-name-as-directory true))
             (equal true (plist-get scope :file)))))))

(defun context-broker-tools-check-settings (file)
  "Fail if FILE, in the folder of a scope, has commands for other programs.
Version control runs those in its settings as soon as anybody asks it."
  (when (and (plist-get (context-broker-tools--scope) :folder)
             (seq-some (lambda (part)
                         (member-ignore-case part `(".dir-locals.el" ".dir-locals-2.el"
                                                    . ,vc-directory-exclusion-list)))
                       (split-string (file-truename (expand-file-name file)) "/")))
    (context-broker-tools--outside "%s, which other programs obey," file)))

(defun context-broker-tools-check-file (file &optional change)
  "Fail if the running call may not touch FILE.
With CHANGE, also where FILE has other names, which may be outside, or
is a setting of other programs."
  (when-let ((scope (context-broker-tools--scope)))
    (unless (context-broker-tools--within-p file scope) (context-broker-tools--outside "%s" file))
    (when change (context-broker-tools-check-settings file))
    (let ((facts (and change (file-attributes (file-truename file)))))
      (when (and facts (null (file-attribute-type facts)) (> (file-attribute-link-number facts) 1))
        (context-broker-tools--outside "%s has hard links, one of which" file)))))

(defun context-broker-tools-check-buffer (buffer)
  "Fail if the running call may not touch BUFFER."
  (when-let ((scope (context-broker-tools--scope)))
    (let* ((base (context-broker-tools--base buffer)) (file (buffer-file-name base))
           (folder (plist-get scope :folder))
           ;; Where its text came from: a link may lead elsewhere by now.
           (origin (buffer-local-value 'buffer-file-truename base)))
      (unless (and (or folder (eq base (plist-get scope :buffer)))
                   (if file (context-broker-tools--within-p file scope)
                     (not (or folder (plist-get scope :file))))
                   (or (null origin) (context-broker-tools--within-p origin scope)))
        (context-broker-tools--outside "%s" (buffer-name buffer))))))

(defun context-broker-tools-bounds ()
  "The text of this buffer that the running call may touch, (START . END)."
  (let ((scope (context-broker-tools--scope)))
    (if (not (eq 'region (plist-get scope :kind))) (cons 1 (1+ (buffer-size)))
      (when (> (plist-get scope :start) (plist-get scope :end))
        (context-broker-tools-fail "the text of this session's region was replaced by another"))
      (cons (marker-position (plist-get scope :start)) (marker-position (plist-get scope :end))))))

(defun context-broker-tools-move-bounds (start end)
  "START and END are the bounds of a region after the call has changed it."
  (let ((scope (context-broker-tools--scope)))
    (when (eq 'region (plist-get scope :kind))
      (set-marker (plist-get scope :start) start)
      (set-marker (plist-get scope :end) end))))

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
  (context-broker-tools--write-offer folder session)
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
  (pcase-dolist (`(,folder ,session ,_) context-broker-tools--attached)
    (if (file-directory-p folder)
        (with-demoted-errors "Context Broker: %S"
          (context-broker-tools--write-offer folder session))
      (setq context-broker-tools--attached
            (assoc-delete-all folder context-broker-tools--attached)))))

(defun context-broker-tools--write-offer (folder session)
  "Write to FOLDER what SESSION may call."
  (let ((refused (context-broker-tools--refused session)))
    (context-broker-tools--write
     (expand-file-name "tools.json" folder)
     `((pid . ,(emacs-pid)) (version . ,emacs-version) ,@(and refused `((refused . ,refused)))
       (tools . ,(vconcat (cl-loop for (_ . tool) in context-broker-tools--registry
                                   when (context-broker-tools--offered-p tool session)
                                   collect (context-broker-tools--listed tool))))))))

(defun context-broker-tools--listed (tool)
  "TOOL as the server lists it."
  (let* ((args (plist-get tool :args))
         (required (cl-loop for arg in args when (plist-get arg :required)
                            collect (symbol-name (plist-get arg :name))))
         (properties (cl-loop for arg in args
                              collect (cons (plist-get arg :name) (plist-get arg :schema)))))
    `((name . ,(plist-get tool :name)) (description . ,(plist-get tool :description))
      (safe . ,(if (plist-get tool :safe) t :false))
      (inputSchema (type . "object") (properties . ,(or properties (make-hash-table)))
                   ,@(and required `((required . ,(vconcat required))))))))

(defun context-broker-tools--write (file value)
  "Write VALUE as JSON to FILE, in one step."
  (let ((file-name-handler-alist nil) (create-lockfiles nil) (write-region-inhibit-fsync t)
        (coding-system-for-write 'utf-8-unix))
    (with-temp-buffer
      (json-insert value :null-object :null :false-object :false)
      (write-region nil nil (concat file ".part") nil 'silent))
    (rename-file (concat file ".part") file t)))

(defun context-broker-tools--file (call ending)
  "The file of CALL with ENDING."
  (expand-file-name (concat (alist-get 'id call) ending) (alist-get 'folder call)))

(defun context-broker-tools--claim (folder)
  "Take what was not withdrawn in FOLDER, in its order, and run it."
  (dolist (number (and (file-directory-p folder)
                       (sort (mapcar #'string-to-number
                                     (directory-files folder nil "\\`[0-9]+\\.call\\'"))
                             #'<)))
    (let ((call (list (cons 'folder folder) (cons 'id (number-to-string number))
                      ;; Not the one that the call names.
                      (cons 'session (cadr (assoc folder context-broker-tools--attached)))
                      ;; Cells of its own, which are set later.
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
  "The call in FILE, an alist: tool, arguments, session, cwd."
  (with-temp-buffer
    (let ((coding-system-for-read 'utf-8-unix) (file-name-handler-alist nil))
      (insert-file-contents file))
    (let ((escaped (save-excursion (search-forward "\uE000" nil t)))
          (value (json-parse-buffer :object-type 'alist :array-type 'list
                                    :null-object :null :false-object :false)))
      ;; The server escapes NUL characters, which the JSON reader of Emacs 28 refuses.
      (if (not escaped) value
        (context-broker-tools--map-texts
         value "\uE000[01]" (lambda (found) (if (eq (aref found 1) ?0) "\0" "\uE000")))))))

(defun context-broker-tools--guarded (call function)
  "Run FUNCTION for CALL; what it signals, a quit too, is the answer."
  (declare (indent 1))
  (condition-case err
      ;; A question in the minibuffer would keep Emacs, and the agent, waiting.
      (let ((inhibit-quit nil) (inhibit-interaction t) (context-broker-tools--current call))
        (funcall function))
    (context-broker-tools-failed (apply #'context-broker-tools--answer-error call (cdr err)))
    (quit (context-broker-tools--answer-error call "the user stopped it with C-g"
                                              "ask the user before you call it again"))
    (inhibited-interaction
     (context-broker-tools--answer-error call "it wanted to ask the user in the minibuffer"
                                         "tools must not; ask the user to do that in Emacs"))
    (error (context-broker-tools--answer-error call (error-message-string err)))))

(defun context-broker-tools--answer-error (call message &optional hint)
  "Answer CALL with an error that has MESSAGE and HINT."
  (context-broker-tools--write-answer call `((error (message . ,message) (hint . ,(or hint ""))))))

(defun context-broker-tools--answer (call result)
  "Answer CALL with RESULT, which the tool's function returned."
  (condition-case err
      (context-broker-tools--write-answer
       call (pcase result
              (`(context-broker-tools--value ,value) `((value . ,value)))
              (_ `((text . ,(if (stringp result) result (format "%S" result)))))))
    (error (context-broker-tools--answer-error
            call (format "its answer is no JSON: %s" (error-message-string err))))))

(defun context-broker-tools--write-answer (call answer)
  "Write ANSWER to CALL, unless it has one."
  (unless (alist-get 'answered call)
    (when (file-directory-p (alist-get 'folder call))
      (context-broker-tools--write (context-broker-tools--file call ".answer")
                                   (context-broker-tools--clean answer)))
    (context-broker-tools--stop call)))

(defun context-broker-tools--stop (call)
  "End CALL, which has its answer, or whose answer nobody waits for."
  (setf (alist-get 'answered call) t)
  (setq context-broker-tools--running (delq call context-broker-tools--running))
  (let ((stop (alist-get 'stop call)))
    (when (functionp stop) (with-demoted-errors "Context Broker: %S" (funcall stop)))))

;;; Calls
(defun context-broker-tools--decide (call)
  "Run CALL, ask about it, or refuse it."
  (let* ((id (alist-get 'session call)) (name (alist-get 'tool call))
         (tool (cdr (assoc name context-broker-tools--registry)))
         (refused (context-broker-tools--refused id)))
    (when refused (context-broker-tools-fail refused "start the agent from Emacs"))
    (unless (and tool (context-broker-tools--offered-p tool id))
      (context-broker-tools-fail "this session may not call %s" "use a tool that is listed" name))
    (if (eq 'allow (context-broker-tools--action tool id)) (context-broker-tools--execute call tool)
      ;; Wrong arguments are no question to a person.
      (context-broker-tools--arguments call tool)
      (context-broker-tools--wait
       call
       (context-broker-tools-later
        (lambda (_answer)
          (let ((question (context-broker-prompt-approval
                           name (or (plist-get (context-broker-tools-session id) :name) id)
                           (alist-get 'arguments call) context-broker-tools-approval-timeout
                           (context-broker-tools-continue
                            (lambda (decision)
                              (context-broker-tools--decided call tool decision))))))
            (lambda () (context-broker-prompt-withdraw question))))
        :message (format "the user is asked whether %s may run" name)
        :seconds context-broker-tools-approval-timeout)))))

(defun context-broker-tools--decided (call tool decision)
  "Do what the person decided about CALL of TOOL: DECISION."
  (when (eq decision 'session)
    (push (list (regexp-quote (plist-get tool :name))
                (regexp-quote (alist-get 'session call)) 'allow)
          context-broker-tools--own-rules))
  (pcase decision
    ((or 'once 'session) (context-broker-tools--execute call tool))
    ('timeout (context-broker-tools-fail "nobody answered whether it may run; nothing was done"
                                         "go on without it, or ask the user"))
    (_ (context-broker-tools-fail "the user refused it; nothing was done"
                                  "ask the user what to do instead"))))

(defun context-broker-tools--execute (call tool)
  "Run the function of TOOL for CALL, if anybody still waits for it."
  (when (and (not (alist-get 'answered call))
             (file-exists-p (context-broker-tools--file call ".taken")))
    (let ((result (context-broker-tools--apply call tool)))
      (if (eq (car-safe result) 'context-broker-tools--later)
          (context-broker-tools--wait call result)
        (context-broker-tools--answer call result)))))

(defun context-broker-tools--wait (call later)
  "Answer CALL when LATER does."
  (pcase-let ((`(,_ ,start ,message ,seconds) later))
    (context-broker-tools--write (context-broker-tools--file call ".later")
                                 (context-broker-tools--clean
                                  `((message . ,message) (seconds . ,seconds))))
    (setf (alist-get 'stop call)
          (funcall start (lambda (result) (context-broker-tools--answer call result))))
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
  "The arguments of CALL for TOOL: a list of (ARG . VALUE), checked."
  (let* ((given (alist-get 'arguments call)) (args (plist-get tool :args))
         (names (mapcar (lambda (arg) (plist-get arg :name)) args))
         (unknown (car (seq-find (lambda (entry) (not (memq (car entry) names))) given))))
    (when unknown
      (context-broker-tools-fail "there is no argument %s" (format "the arguments are %s" names)
                                 unknown))
    (mapcar (lambda (arg)
              (let* ((name (plist-get arg :name)) (value (alist-get name given :null)))
                (when (and (eq value :null) (plist-get arg :required))
                  (context-broker-tools-fail "the argument %s is missing" "add it" name))
                (cons arg (unless (eq value :null)
                            (context-broker-tools--place
                             call arg (context-broker-tools--typed name (plist-get arg :type)
                                                                   value))))))
            args)))

(defun context-broker-tools--typed (name type value)
  "VALUE, the argument NAME, as Lisp has it; fails unless it is of TYPE."
  (pcase type
    ((and 'integer (guard (and (numberp value) (= value (ftruncate (float value))))))
     (truncate value))
    ((and 'boolean (guard (memq value '(t :false)))) (eq value t))
    ((and `(array ,of) (guard (listp value)))
     (mapcar (lambda (one) (context-broker-tools--typed name of one)) value))
    ((guard (pcase type
              ((or 'string 'file 'buffer 'directory) (stringp value))
              ('number (numberp value)) ('object (listp value))
              (`(choice . ,texts) (member value texts))))
     value)
    (_ (context-broker-tools-fail "the argument %s is not of the type %s" "send another value"
                                  name (json-serialize (context-broker-tools--schema type))))))

(defun context-broker-tools--place (call arg value)
  "VALUE of ARG for CALL as what it names, if CALL may touch that."
  (pcase (plist-get arg :kind)
    ('nil value)
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
  "The working folder of the agent whose CALL it is."
  (or (plist-get (context-broker-tools-session (alist-get 'session call)) :directory)
      (file-name-as-directory (alist-get 'cwd call))))

(defun context-broker-tools--apply (call tool)
  "Run the function of TOOL for CALL in its context."
  (let* ((given (context-broker-tools--arguments call tool)) (context (plist-get tool :context))
         (value (lambda (kind)
                  (and (memq context (list 'auto kind))
                       (cdr (seq-find
                             (lambda (entry)
                               (and (cdr entry) (atom (cdr entry))
                                    (eq kind (plist-get (car entry) :kind))))
                             given)))))
         (file (funcall value 'file)) (buffer (funcall value 'buffer))
         (folder (if (plist-get tool :needs-session-cwd) (context-broker-tools--folder call)
                   (funcall value 'directory))))
    (when (and folder (not (file-directory-p folder)))
      (context-broker-tools-fail "there is no folder %s" "check the path" folder))
    (with-current-buffer (cond (file (context-broker-tools-visit file))
                               (buffer)
                               ((context-broker-tools--default-buffer context)))
      (let ((default-directory (if folder (file-name-as-directory folder) default-directory)))
        (save-current-buffer (apply (plist-get tool :function) (mapcar #'cdr given)))))))

(defun context-broker-tools--default-buffer (context)
  "The buffer for a call that names none, of a tool with CONTEXT."
  (let* ((scope (context-broker-tools--scope)) (own (plist-get scope :buffer)))
    (cond ((buffer-live-p own) own)
          (own (context-broker-tools-fail "the buffer of this session is gone"))
          ((or scope (null context)) (get-buffer-create " *context-broker-tools*"))
          (t (window-buffer (selected-window))))))

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
                     (context-broker-tools-fail "the file %s was closed at once" "" file)))
         (fits nil))
    ;; It, or a link on the way to it, may have been replaced since it was checked.
    (unwind-protect
        (with-current-buffer buffer
          (context-broker-tools-check-buffer buffer)
          (unless (or (buffer-modified-p) (verify-visited-file-modtime buffer))
            (revert-buffer t t t))
          (context-broker-tools-check-buffer buffer)
          (setq fits t))
      (unless (or fits known) (kill-buffer buffer)))
    buffer))

(provide 'context-broker-tools)
;;; context-broker-tools.el ends here
