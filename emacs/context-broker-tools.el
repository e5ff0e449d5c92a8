;;; context-broker-tools.el --- Offer this Emacs as tools  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 The Context Broker authors
;; SPDX-License-Identifier: Apache-2.0
;; Package-Requires: ((emacs "28.2"))

;; This file is not part of GNU Emacs.

;;; Commentary:

;; `context-broker-deftool' registers a function as a tool.  A server of
;; Context Broker that was started with `--toolsets emacs' attaches to
;; this Emacs through emacsclient and offers the registered tools to its
;; client, a coding agent.
;;
;; The two exchange files in a private folder of the session:
;;   tools.json  what the session may call; written here
;;   N.call      a call; written by the server, and claimed here by
;;               renaming it to N.taken, so that it runs once or never
;;   N.later     why and for how long the answer takes its time
;;   N.answer    the answer
;; No argument of a call is ever part of a Lisp form.
;;
;; What a session may do is kept here: see `context-broker-tools-session'
;; (a scope that every call is checked against) and
;; `context-broker-tools-rules' (what runs at once, what asks first).

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'seq)
(require 'subr-x)

(defgroup context-broker-tools nil
  "Tools that this Emacs offers to coding agents."
  :group 'context-broker
  :prefix "context-broker-tools-")

;;; The registry

(cl-defstruct (context-broker-tools-tool
               (:constructor context-broker-tools--make-tool)
               (:copier nil))
  "A registered tool; see `context-broker-deftool'."
  name description function safe needs-session-cwd context bound enabled args)

(defvar context-broker-tools--registry nil
  "Alist of the registered tools by name, a string, in order of definition.")

(defmacro context-broker-deftool (name description &rest properties)
  "Register the tool NAME, a symbol, with DESCRIPTION, for coding agents.
`my-tool' and `my_tool' are both listed as \"my_tool\".  PROPERTIES are

:function F  called with the arguments in the order of :args; one that
  was not given is nil.  What F returns is the answer: a string as
  text, `context-broker-tools-value' as JSON, `context-broker-tools-later'
  an answer that comes later, anything else as it is printed.
  Instead of F, forms may stand behind the properties, in which the
  arguments are variables.
:safe BOOL  whether the tool changes nothing, so that it may run unasked.
:needs-session-cwd BOOL  whether F runs in the session's working folder.
:context CONTEXT  where F runs: `file' (in the buffer that visits the
  argument `file'), `buffer' (in the buffer named by `buffer'),
  `directory' (in the folder `directory'), nil (nowhere in particular)
  or, by default, `auto': what the arguments' names say.
:bound KIND  what bounds all that F touches, so that a session with a
  scope may call it: `buffer' (the files, buffers and folders that its
  arguments name, or else the buffer where it runs), `region' (the same,
  and F has each position checked by `context-broker-tools-check-text'),
  `nothing' (no buffer and no file), or by default nil: all of Emacs.
:enabled VARIABLE  the tool is offered only where VARIABLE is non-nil.
:args ARGS  a list of (NAME TYPE [:required] [DESCRIPTION]).  TYPE is
  string, integer, number, boolean, file, buffer, directory, object,
  (array TYPE) or (choice STRING...)."
  (declare (indent defun) (doc-string 2))
  (let ((unquoted (lambda (form) (if (eq (car-safe form) 'quote) (cadr form) form)))
        keys args)
    (while (keywordp (car properties))
      (pcase (pop properties)
        (:args (setq args (funcall unquoted (pop properties))))
        ((and key (or :context :bound :enabled))
         (setq keys `(,key ',(funcall unquoted (pop properties)) . ,keys)))
        (key (setq keys `(,key ,(pop properties) . ,keys)))))
    (when properties
      (let ((names (mapcar #'car args)))
        (setq keys `(:function (lambda ,names (ignore ,@names) ,@properties) . ,keys))))
    `(context-broker-tools-define ',name ,description :args ',args ,@keys)))

(cl-defun context-broker-tools-define (name description
                                            &key function safe needs-session-cwd
                                            (context 'auto) bound enabled args)
  "Register a tool as the macro `context-broker-deftool' does.
NAME, DESCRIPTION, FUNCTION, SAFE, NEEDS-SESSION-CWD, CONTEXT, BOUND,
ENABLED and ARGS stand there.  Sessions that may call the tool learn of it at once."
  (let ((name (context-broker-tools--name name)))
    (unless (string-match-p "\\`[a-z][a-z0-9_]\\{0,59\\}\\'" name)
      (error "The name of a tool has letters, digits and underscores: %s" name))
    (unless (and (stringp description) (not (string-empty-p description)))
      (error "The tool %s has no description" name))
    (unless function
      (error "The tool %s has no :function" name))
    (unless (memq context '(auto file buffer directory nil))
      (error "The tool %s has an unknown :context: %S" name context))
    (let ((tool (context-broker-tools--make-tool
                 :name name :description description :function function
                 :safe safe :needs-session-cwd needs-session-cwd
                 :context context :bound bound :enabled enabled
                 :args (mapcar (lambda (arg) (context-broker-tools--arg name arg)) args)))
          (known (assoc name context-broker-tools--registry)))
      (if known (setcdr known tool)
        (setq context-broker-tools--registry
              (append context-broker-tools--registry (list (cons name tool))))))
    (context-broker-tools-announce)
    name))

(defun context-broker-tools-remove (name)
  "Remove the tool NAME from the registry."
  (setf (alist-get (context-broker-tools--name name)
                   context-broker-tools--registry nil 'remove #'equal)
        nil)
  (context-broker-tools-announce))

(defun context-broker-tools--name (name)
  "NAME, a symbol or string, as the list of tools has it."
  (string-replace "-" "_" (format "%s" name)))

(defun context-broker-tools--arg (tool arg)
  "ARG of TOOL as (NAME TYPE REQUIRED DESCRIPTION), checked."
  (pcase-let* ((`(,name ,type . ,more) arg)
               (required (eq (car more) :required))
               (description (if required (cadr more) (car more))))
    (context-broker-tools--schema type tool)
    (list (intern (context-broker-tools--name name)) type required
          (or description ""))))

(defun context-broker-tools--schema (type tool)
  "The JSON Schema of TYPE, of an argument of TOOL, as an alist."
  (pcase type
    ((or 'string 'integer 'number 'boolean 'object)
     `((type . ,(symbol-name type))))
    ((or 'file 'buffer 'directory) '((type . "string")))
    (`(array ,of)
     `((type . "array") (items . ,(context-broker-tools--schema of tool))))
    ((and `(choice . ,texts) (guard (and texts (cl-every #'stringp texts))))
     `((type . "string") (enum . ,(vconcat texts))))
    (_ (error "The tool %s has an argument of unknown type: %S" tool type))))

(defun context-broker-tools--input-schema (tool)
  "The JSON Schema of the arguments of TOOL."
  (let ((args (context-broker-tools-tool-args tool)))
    `((type . "object")
      (properties
       . ,(or (mapcar (pcase-lambda (`(,name ,type ,_ ,description))
                        (cons name
                              (append
                               (context-broker-tools--schema type tool)
                               (unless (string-empty-p description)
                                 `((description . ,description))))))
                      args)
              (make-hash-table)))
      ,@(when-let ((required (seq-filter #'caddr args)))
          `((required . ,(vconcat (mapcar (lambda (arg) (symbol-name (car arg)))
                                          required))))))))

;;; What a function answers

(define-error 'context-broker-tools-failed "The tool failed")

(defun context-broker-tools-fail (message &optional hint)
  "Signal that the tool failed: MESSAGE says why, HINT what to do."
  (signal 'context-broker-tools-failed (list message (or hint ""))))

(defun context-broker-tools-value (value)
  "VALUE as an answer in JSON.
Alists whose keys are symbols, plists and hash tables are objects, and
vectors are arrays; false is :false, null is :null, and nil is {}."
  (list 'context-broker-tools--value value))

(cl-defstruct (context-broker-tools--later
               (:constructor context-broker-tools--make-later)
               (:copier nil))
  "An answer that comes later."
  start message seconds)

(cl-defun context-broker-tools-later (start &key (message "Emacs works on it") (seconds 600))
  "Return an answer that comes later, for a tool's function to return.
START is called with a function of one argument, which gives the answer
as the tool's function would have returned it; it is to be called once.
START may return a function without arguments that stops the work, for
a call that nobody waits for any more.  MESSAGE tells the waiting agent
what is going on; after SECONDS the call counts as lost."
  (context-broker-tools--make-later :start start :message message :seconds seconds))

;;; Exchange with the servers

(cl-defstruct (context-broker-tools--call
               (:constructor context-broker-tools--make-call)
               (:copier nil))
  "A call that runs."
  folder id tool arguments session cwd stop answered)

(defvar context-broker-tools--attached nil
  "List of (FOLDER SESSION CWD), one for each server that is attached.")

(defvar context-broker-tools--running nil
  "The calls that have no answer yet.")

(defvar context-broker-tools--current nil
  "The call whose function runs now, or nil.")

(defun context-broker-tools-attach (folder session cwd)
  "Offer the tools to the server whose exchange folder is FOLDER.
SESSION is the id of the agent that it serves, or \"\"; CWD is the
agent's working folder.  Called by the server through emacsclient."
  (setf (alist-get folder context-broker-tools--attached nil nil #'equal)
        (list session cwd))
  (context-broker-tools--write-offer folder session)
  t)

(defun context-broker-tools-announce ()
  "Write what each session may call, after that has changed."
  (pcase-dolist (`(,folder ,session ,_) context-broker-tools--attached)
    (if (file-directory-p folder)
        (with-demoted-errors "Context Broker: %S"
          (context-broker-tools--write-offer folder session))
      (setf (alist-get folder context-broker-tools--attached nil 'remove #'equal)
            nil))))

(defun context-broker-tools--write-offer (folder session)
  "Write to FOLDER what SESSION may call."
  (let ((refused (context-broker-tools--refused session)))
    (context-broker-tools--write-json
     folder "tools.json"
     `((pid . ,(emacs-pid))
       (version . ,emacs-version)
       ,@(and refused `((refused . ,refused)))
       (tools
        . ,(vconcat
            (unless refused
              (cl-loop for (_ . tool) in context-broker-tools--registry
                       when (context-broker-tools--offered-p tool session)
                       collect (context-broker-tools--listed tool)))))))))

(defun context-broker-tools--listed (tool)
  "TOOL as the server lists it."
  `((name . ,(context-broker-tools-tool-name tool))
    (description . ,(context-broker-tools-tool-description tool))
    (safe . ,(if (context-broker-tools-tool-safe tool) t :false))
    (inputSchema . ,(context-broker-tools--input-schema tool))))

(defun context-broker-tools--write-json (folder name value)
  "Write VALUE as JSON to the file NAME in FOLDER, in one step."
  (let ((file-name-handler-alist nil)
        (coding-system-for-write 'utf-8-unix)
        (write-region-inhibit-fsync t)
        (create-lockfiles nil)
        (part (expand-file-name (concat name ".part") folder)))
    (with-temp-buffer
      (json-insert value :null-object :null :false-object :false)
      (write-region nil nil part nil 'silent))
    (rename-file part (expand-file-name name folder) t)))

(defun context-broker-tools-run (folder id)
  "Run the call ID of the server with exchange folder FOLDER, soon.
Called by the server through emacsclient."
  (when (assoc folder context-broker-tools--attached)
    (run-at-time 0 nil #'context-broker-tools--claim folder id))
  t)

(defun context-broker-tools-cancel (folder id)
  "Stop the call ID of the server with exchange folder FOLDER.
Called by the server through emacsclient."
  (when-let ((call (seq-find (lambda (call)
                               (and (equal (context-broker-tools--call-folder call) folder)
                                    (equal (context-broker-tools--call-id call) id)))
                             context-broker-tools--running)))
    (context-broker-tools--stop call))
  t)

(defun context-broker-tools--stop (call)
  "Stop CALL: nobody waits for its answer any more."
  (setf (context-broker-tools--call-answered call) t)
  (setq context-broker-tools--running (delq call context-broker-tools--running))
  (when-let ((stop (context-broker-tools--call-stop call)))
    (with-demoted-errors "Context Broker: %S" (funcall stop))))

(defun context-broker-tools--claim (folder id)
  "Take the call ID from FOLDER and run it, unless it was withdrawn."
  (let* ((file-name-handler-alist nil)
         (path (lambda (ending) (expand-file-name (concat id ending) folder)))
         (taken (funcall path ".taken")))
    (when (condition-case nil
              (progn (rename-file (funcall path ".call") taken) t)
            (file-error nil))
      (let ((call (context-broker-tools--make-call :folder folder :id id)))
        (push call context-broker-tools--running)
        (context-broker-tools--guarded call
          (lambda ()
            (context-broker-tools--read-call call taken)
            (let ((file-name-handler-alist (default-toplevel-value 'file-name-handler-alist)))
              (context-broker-tools--decide call))))))))

(defun context-broker-tools--read-call (call file)
  "Fill CALL from FILE."
  (let-alist (with-temp-buffer
               (let ((coding-system-for-read 'utf-8-unix))
                 (insert-file-contents file))
               (goto-char (point-min))
               (let ((escaped (save-excursion (search-forward "\uE000" nil t)))
                     (value (json-parse-buffer
                             :object-type 'alist :array-type 'list
                             :null-object :null :false-object :false)))
                 (if escaped (context-broker-tools--unescape value) value)))
    (setf (context-broker-tools--call-tool call) .tool
          (context-broker-tools--call-arguments call) .arguments
          (context-broker-tools--call-session call) .session
          (context-broker-tools--call-cwd call) (file-name-as-directory .cwd))))

(defun context-broker-tools--unescape (value)
  "VALUE with the NUL characters that the server escaped.
The JSON reader of Emacs 28 refuses them."
  (pcase value
    ((pred stringp)
     (replace-regexp-in-string
      "\uE000\\([01]\\)"
      (lambda (found) (if (eq (aref found 1) ?0) "\0" "\uE000")) value t t))
    (`(,first . ,rest)
     (cons (context-broker-tools--unescape first) (context-broker-tools--unescape rest)))
    (_ value)))

(defun context-broker-tools--guarded (call function)
  "Call FUNCTION for CALL; what it signals is the answer to CALL.
C-g is one of these, and nothing may ask in the minibuffer."
  (declare (indent 1))
  (condition-case err
      (let ((inhibit-quit nil)
            (inhibit-interaction t)
            (context-broker-tools--current call))
        (funcall function))
    (context-broker-tools-failed
     (context-broker-tools--answer-error call (nth 1 err) (nth 2 err)))
    (quit
     (context-broker-tools--answer-error
      call "the user stopped it with C-g" "ask the user before you call it again"))
    (inhibited-interaction
     (context-broker-tools--answer-error
      call "it wanted to ask the user in the minibuffer, which tools may not"
      "ask the user to do that in Emacs"))
    (error
     (context-broker-tools--answer-error
      call (error-message-string err) "nothing else is known of the error"))))

(defun context-broker-tools--answer-error (call message hint)
  "Answer CALL with an error that has MESSAGE and HINT."
  (context-broker-tools--write-answer
   call `((error . ((message . ,(context-broker-tools--clean message))
                    (hint . ,(context-broker-tools--clean (or hint "")))))))
  nil)

(defun context-broker-tools--answer (call result)
  "Answer CALL with RESULT, what the tool's function returned."
  (unless (context-broker-tools--call-answered call)
    (condition-case err
        (context-broker-tools--write-answer
         call
         (pcase result
           (`(context-broker-tools--value ,value)
            `((value . ,(context-broker-tools--clean value))))
           ((pred stringp) `((text . ,(context-broker-tools--clean result))))
           (_ `((text . ,(context-broker-tools--clean (format "%S" result)))))))
      (error
       (context-broker-tools--answer-error
        call (format "its answer is no JSON: %s" (error-message-string err)) "")))))

(defun context-broker-tools--write-answer (call answer)
  "Write ANSWER to CALL, unless it has one."
  (unless (context-broker-tools--call-answered call)
    (when (file-directory-p (context-broker-tools--call-folder call))
      (context-broker-tools--write-json
       (context-broker-tools--call-folder call)
       (concat (context-broker-tools--call-id call) ".answer") answer))
    (setf (context-broker-tools--call-answered call) t)
    (setq context-broker-tools--running (delq call context-broker-tools--running))))

(defconst context-broker-tools--not-unicode
  ;; A range that ends among the raw bytes does not match them.
  (format "[%c-%c%c-%c%c-%c]" #xd800 #xdfff #x110000 #x3fff7f #x3fff80 #x3fffff)
  "Regexp for the characters of Emacs that JSON cannot have.")

(defun context-broker-tools--clean (value)
  "VALUE with all its texts in a form that JSON can have.
Bytes that are no text become the replacement character."
  (pcase value
    ((pred stringp)
     (replace-regexp-in-string
      context-broker-tools--not-unicode "�"
      (if (multibyte-string-p value) value (decode-coding-string value 'utf-8-unix))
      t t))
    ((pred vectorp) (vconcat (mapcar #'context-broker-tools--clean value)))
    (`(,key . ,rest)
     (cons (context-broker-tools--clean key) (context-broker-tools--clean rest)))
    (_ value)))

;;; Sessions, and what they may do

(defun context-broker-tools--set-and-announce (symbol value)
  "Set the option SYMBOL to VALUE, and tell the sessions."
  (set-default-toplevel-value symbol value)
  (context-broker-tools-announce))

(defcustom context-broker-tools-approve-safe t
  "Whether tools that change nothing run without asking."
  :type 'boolean)

(defcustom context-broker-tools-allow-eval nil
  "Whether agents may ask to evaluate Lisp in this Emacs.
Each evaluation is still asked for, unless a rule in
`context-broker-tools-rules' allows it.  An agent in a session with a
scope can never evaluate."
  :type 'boolean
  :initialize #'custom-initialize-default
  :set #'context-broker-tools--set-and-announce)

(defcustom context-broker-tools-rules nil
  "What happens when an agent calls a tool, before the question comes up.
A list of (TOOL SESSION ACTION).  TOOL is a regexp that matches the
whole name of the tool, SESSION one that matches the whole id of the
session (the empty text for an agent that Emacs did not start).  ACTION
is `allow', `ask' or `deny'; the first rule that matches counts."
  :type '(repeat (list (regexp :tag "Tool") (regexp :tag "Session")
                       (choice (const allow) (const ask) (const deny))))
  :initialize #'custom-initialize-default
  :set #'context-broker-tools--set-and-announce)

(defcustom context-broker-tools-approval-timeout 300
  "After so many seconds a call that nobody approved is refused."
  :type 'natnum)

(defvar context-broker-tools--own-rules nil
  "Rules as in `context-broker-tools-rules', made by answers to questions.")

(cl-defstruct (context-broker-tools--session
               (:constructor context-broker-tools--make-session)
               (:conc-name context-broker-tools-session-)
               (:copier nil))
  "What an agent may do."
  id tools scope directory approve)

(cl-defstruct (context-broker-tools--scope
               (:constructor context-broker-tools--make-scope)
               (:copier nil))
  "Where a session may read and write.
KIND is region, buffer, directory or project; BUFFER is no indirect one."
  kind buffer start end folder)

(defvar context-broker-tools--sessions (make-hash-table :test #'equal)
  "The sessions by id.")

(cl-defun context-broker-tools-open-session (id &key (tools t) scope directory approve)
  "Give the session ID, a string, its permissions; return the session.
TOOLS is a list of names of tools, or t for all that are possible.
SCOPE bounds what they read and write; it is nil or one of

  (region BUFFER START END)  the text between two positions of BUFFER
  (buffer BUFFER)            BUFFER and the file that it visits
  (directory DIR)            the files below DIR, and their buffers
  (project ROOT)             the same for a project

A session with a scope may call only tools with a :bound that says what
bounds them, and never evaluates.  DIRECTORY is the working folder for
tools that need one; default: that of the server.  APPROVE non-nil lets
all tools of the session run unasked, which suits a scope."
  (when (string-empty-p id)
    (error "A session needs an id"))
  (prog1 (setf (gethash id context-broker-tools--sessions)
               (context-broker-tools--make-session
                :id id :approve approve
                :tools (if (listp tools) (mapcar #'context-broker-tools--name tools) t)
                :scope (and scope (context-broker-tools--scope-of scope))
                :directory (and directory (file-name-as-directory (expand-file-name directory)))))
    (context-broker-tools-announce)))

(defun context-broker-tools-session (id)
  "The session ID, or nil if Emacs knows none of that id."
  (gethash id context-broker-tools--sessions))

(defun context-broker-tools-caller ()
  "The id of the session whose call runs now; \"\" or nil where none is."
  (and context-broker-tools--current
       (context-broker-tools--call-session context-broker-tools--current)))

(defun context-broker-tools-close-session (id)
  "Take all permissions from the session ID."
  (when-let ((session (context-broker-tools-session id)))
    (remhash id context-broker-tools--sessions)
    (setq context-broker-tools--own-rules
          (seq-remove (lambda (rule) (equal (nth 1 rule) (regexp-quote id)))
                      context-broker-tools--own-rules))
    (when-let ((scope (context-broker-tools-session-scope session)))
      (dolist (marker (list (context-broker-tools--scope-start scope)
                            (context-broker-tools--scope-end scope)))
        (when marker (set-marker marker nil))))
    (dolist (call context-broker-tools--running)
      (when (equal (context-broker-tools--call-session call) id)
        (context-broker-tools--answer-error call "its session has ended" "")
        (context-broker-tools--stop call)))
    (context-broker-tools-announce)))

(defun context-broker-tools--scope-of (scope)
  "SCOPE, a list, as an object."
  (pcase scope
    (`(region ,buffer ,start ,end)
     (let ((base (context-broker-tools--base buffer)))
       (with-current-buffer base
         (save-restriction
           (widen)
           (context-broker-tools--make-scope
            :kind 'region :buffer base
            :start (copy-marker (min start end))
            :end (copy-marker (max start end) t))))))
    (`(buffer ,buffer)
     (context-broker-tools--make-scope
      :kind 'buffer :buffer (context-broker-tools--base buffer)))
    (`(,(and kind (or 'directory 'project)) ,folder)
     (when (file-remote-p folder)
       (user-error "A scope cannot be on another machine: %s" folder))
     (unless (file-directory-p folder)
       (user-error "There is no folder %s" folder))
     (context-broker-tools--make-scope
      :kind kind :folder (file-name-as-directory (file-truename folder))))
    (_ (error "Not a scope: %S" scope))))

(defun context-broker-tools--base (buffer)
  "BUFFER, or the one whose text it shows if it is an indirect one."
  (let ((buffer (get-buffer buffer)))
    (or (buffer-base-buffer buffer) buffer)))

(defun context-broker-tools--refused (id)
  "Why the session ID may call nothing; nil if it may."
  (unless (or (string-empty-p id) (context-broker-tools-session id))
    "Emacs knows no session of this id, or it has ended"))

(defun context-broker-tools--action (tool id)
  "What to do when the session ID calls TOOL: `allow', `ask' or `deny'."
  (let* ((name (context-broker-tools-tool-name tool))
         (session (context-broker-tools-session id))
         (whole (lambda (regexp text) (string-match-p (format "\\`\\(?:%s\\)\\'" regexp) text)))
         (rule (seq-find (lambda (rule)
                           (and (funcall whole (nth 0 rule) name)
                                (funcall whole (nth 1 rule) id)))
                         (append context-broker-tools--own-rules
                                 context-broker-tools-rules))))
    (cond (rule (nth 2 rule))
          ((and session (context-broker-tools-session-approve session)) 'allow)
          ((and (context-broker-tools-tool-safe tool) context-broker-tools-approve-safe)
           'allow)
          (t 'ask))))

(defun context-broker-tools--offered-p (tool id)
  "Whether the session ID may call TOOL, at once or after a question."
  (let* ((session (context-broker-tools-session id))
         (scope (and session (context-broker-tools-session-scope session)))
         (enabled (context-broker-tools-tool-enabled tool)))
    (and (or session (string-empty-p id))
         (or (null enabled) (symbol-value enabled))
         (or (null session)
             (eq (context-broker-tools-session-tools session) t)
             (member (context-broker-tools-tool-name tool)
                     (context-broker-tools-session-tools session)))
         (or (null scope)
             (memq (context-broker-tools-tool-bound tool)
                   (if (eq (context-broker-tools--scope-kind scope) 'region)
                       '(nothing region)
                     '(nothing region buffer))))
         (not (eq (context-broker-tools--action tool id) 'deny)))))

;;; Scopes

(defun context-broker-tools--current-scope ()
  "The scope of the call that runs; nil if it has none.
Fails where its session has ended."
  (when-let* ((call context-broker-tools--current)
              (id (context-broker-tools--call-session call))
              ((not (string-empty-p id))))
    (context-broker-tools-session-scope
     (or (context-broker-tools-session id)
         (context-broker-tools-fail "its session has ended")))))

(defun context-broker-tools--outside (scope what)
  "Fail because WHAT is outside SCOPE."
  (context-broker-tools-fail
   (format "%s is outside of what this session may touch: %s" what
           (pcase (context-broker-tools--scope-kind scope)
             ('region "a region of one buffer")
             ('buffer "one buffer")
             (_ (context-broker-tools--scope-folder scope))))
   "stay within it; the user decides about the rest"))

(defun context-broker-tools--file-within-p (file scope)
  "Whether FILE, wherever links lead, is within SCOPE."
  (and (not (file-remote-p file))
       (let ((true (file-truename (expand-file-name file)))
             (folder (context-broker-tools--scope-folder scope))
             (buffer (context-broker-tools--scope-buffer scope)))
         (if folder
             (string-prefix-p folder (file-name-as-directory true))
           (and (buffer-live-p buffer)
                (buffer-file-name buffer)
                (equal true (file-truename (buffer-file-name buffer))))))))

(defun context-broker-tools-check-file (file &optional change)
  "Fail if the call that runs may not touch FILE.
CHANGE non-nil: it is to be written.  A file that has other names, too,
may then be one outside of the scope."
  (when-let ((scope (context-broker-tools--current-scope)))
    (unless (context-broker-tools--file-within-p file scope)
      (context-broker-tools--outside scope (abbreviate-file-name file)))
    (when (and change (> (or (file-attribute-link-number (file-attributes (file-truename file))) 1) 1)
               (not (file-directory-p file)))
      (context-broker-tools--outside
       scope (format "%s has other names (hard links), and" (abbreviate-file-name file))))))

(defun context-broker-tools-check-buffer (buffer)
  "Fail if the call that runs may not touch BUFFER."
  (when-let ((scope (context-broker-tools--current-scope)))
    (let ((base (context-broker-tools--base buffer)))
      (unless (if (context-broker-tools--scope-folder scope)
                  (and (buffer-file-name base)
                       (context-broker-tools--file-within-p (buffer-file-name base) scope))
                (eq base (context-broker-tools--scope-buffer scope)))
        (context-broker-tools--outside scope (buffer-name buffer))))))

(defun context-broker-tools-check-text (start end)
  "Fail if the call that runs may not touch START to END of this buffer."
  (context-broker-tools-check-buffer (current-buffer))
  (pcase-let ((`(,first . ,last) (context-broker-tools-bounds)))
    (unless (<= first (min start end) (max start end) last)
      (context-broker-tools--outside
       (context-broker-tools--current-scope)
       (save-restriction
         (widen)
         (format "The text at lines %d to %d" (line-number-at-pos (min start end))
                 (line-number-at-pos (max start end))))))))

(defun context-broker-tools-bounds ()
  "The text of this buffer that the call may touch, as (START . END)."
  (let ((scope (context-broker-tools--current-scope)))
    (if (and scope (eq (context-broker-tools--scope-kind scope) 'region))
        (if (marker-buffer (context-broker-tools--scope-start scope))
            (cons (marker-position (context-broker-tools--scope-start scope))
                  (marker-position (context-broker-tools--scope-end scope)))
          (context-broker-tools-fail "the buffer of this session's region is gone"))
      (cons 1 (1+ (buffer-size))))))

;;; Calls

(defun context-broker-tools--decide (call)
  "Run CALL, ask about it, or refuse it."
  (let* ((id (context-broker-tools--call-session call))
         (refused (context-broker-tools--refused id))
         (name (context-broker-tools--call-tool call))
         (tool (alist-get name context-broker-tools--registry nil nil #'equal)))
    (cond
     (refused (context-broker-tools-fail refused "start the agent from Emacs"))
     ((not (and tool (context-broker-tools--offered-p tool id)))
      (context-broker-tools-fail
       (format "this session may not call %s" name) "use a tool that is listed"))
     ((eq (context-broker-tools--action tool id) 'allow)
      (context-broker-tools--execute call tool))
     (t
      ;; Wrong arguments are no question to a person.
      (context-broker-tools--arguments call tool)
      (context-broker-tools--wait call (context-broker-tools--ask call tool))))))

(declare-function context-broker-prompt-approval "context-broker-prompt")
(declare-function context-broker-prompt-withdraw "context-broker-prompt")

(defun context-broker-tools--ask (call tool)
  "An answer to CALL of TOOL that comes after the person has decided."
  (require 'context-broker-prompt)
  (let ((name (context-broker-tools-tool-name tool))
        (id (context-broker-tools--call-session call)))
    (context-broker-tools-later
     (lambda (_answer)
       (let ((question
              (context-broker-prompt-approval
               name id (context-broker-tools--call-arguments call)
               context-broker-tools-approval-timeout
               (lambda (decision)
                 (context-broker-tools--guarded call
                   (lambda ()
                     (context-broker-tools--decided call tool decision)))))))
         (lambda () (context-broker-prompt-withdraw question))))
     :message (format "the user is asked whether %s may run" name)
     :seconds context-broker-tools-approval-timeout)))

(defun context-broker-tools--decided (call tool decision)
  "Do what the person answered about CALL of TOOL: DECISION."
  (let ((name (regexp-quote (context-broker-tools-tool-name tool)))
        (id (regexp-quote (context-broker-tools--call-session call))))
    (pcase decision
      ('session (push (list name id 'allow) context-broker-tools--own-rules))
      ('always (push (list name ".*" 'allow) context-broker-tools--own-rules))
      ('never (push (list name id 'deny) context-broker-tools--own-rules)
              (context-broker-tools-announce)))
    (pcase decision
      ((or 'once 'session 'always) (context-broker-tools--execute call tool))
      ('timeout (context-broker-tools-fail
                 "the user did not answer in time whether it may run; nothing was done"
                 "go on without it, or ask the user"))
      (_ (context-broker-tools-fail
          "the user refused it; nothing was done" "ask the user what to do instead")))))

(defun context-broker-tools--execute (call tool)
  "Run the function of TOOL for CALL, unless nobody waits for it any more."
  (when (and (not (context-broker-tools--call-answered call))
             (file-exists-p (expand-file-name
                             (concat (context-broker-tools--call-id call) ".taken")
                             (context-broker-tools--call-folder call))))
    (let ((result (context-broker-tools--apply call tool)))
      (if (context-broker-tools--later-p result)
          (context-broker-tools--wait call result)
        (context-broker-tools--answer call result)))))

(defun context-broker-tools--wait (call later)
  "Answer CALL when LATER does."
  (unless (context-broker-tools--call-answered call)
    (context-broker-tools--write-json
     (context-broker-tools--call-folder call)
     (concat (context-broker-tools--call-id call) ".later")
     `((message . ,(context-broker-tools--clean (context-broker-tools--later-message later)))
       (seconds . ,(context-broker-tools--later-seconds later))))
    (let ((stop (funcall (context-broker-tools--later-start later)
                         (lambda (result) (context-broker-tools--answer call result)))))
      (setf (context-broker-tools--call-stop call) (and (functionp stop) stop)))))

(defun context-broker-tools-call-again (function)
  "A function that calls FUNCTION as a part of the call that runs now.
It is for timers and hooks of an answer that comes later: scopes hold
there too, and an error is the answer."
  (let ((call context-broker-tools--current))
    (lambda (&rest args)
      (if call
          (unless (context-broker-tools--call-answered call)
            (context-broker-tools--guarded call (lambda () (apply function args))))
        (apply function args)))))

;;; Arguments and contexts

(defconst context-broker-tools--named
  '((file file file_path filename path)
    (buffer buffer buffer_name)
    (directory directory dir folder))
  "Names of arguments by what they name, for the context `auto'.")

(defun context-broker-tools--kind (arg tool)
  "What ARG of TOOL names: `file', `buffer', `directory' or nil."
  (pcase-let ((`(,name ,type . ,_) arg))
    (cond ((memq type '(file buffer directory)) type)
          ((and (eq type 'string)
                (memq (context-broker-tools-tool-context tool) '(auto file buffer directory)))
           (car (seq-find (lambda (names) (memq name (cdr names)))
                          context-broker-tools--named))))))

(defun context-broker-tools--arguments (call tool)
  "The arguments of CALL for TOOL: a list of (ARG . VALUE), checked."
  (let* ((given (context-broker-tools--call-arguments call))
         (args (context-broker-tools-tool-args tool))
         (names (mapcar #'car args)))
    (dolist (entry given)
      (unless (memq (car entry) names)
        (context-broker-tools-fail
         (format "there is no argument %s" (car entry))
         (if names (format "the arguments are %s" (mapconcat #'symbol-name names ", "))
           "leave it out"))))
    (mapcar
     (lambda (arg)
       (let ((value (alist-get (car arg) given)))
         (cons arg
               (cond
                ((and (assq (car arg) given) (not (eq value :null)))
                 (context-broker-tools--place
                  call tool arg (context-broker-tools--typed (car arg) (nth 1 arg) value)))
                ((nth 2 arg)
                 (context-broker-tools-fail (format "the argument %s is missing" (car arg))
                                            "add it"))))))
     args)))

(defun context-broker-tools--typed (name type value)
  "VALUE, the argument NAME, as Lisp has it; fails unless it is of TYPE."
  (pcase type
    ((guard (pcase type
              ((or 'string 'file 'buffer 'directory) (stringp value))
              ('number (numberp value))
              ('integer (and (numberp value) (= value (ftruncate (float value)))))
              ('boolean (memq value '(t :false)))
              ('object (listp value))
              (`(array ,_) (listp value))
              (`(choice . ,texts) (member value texts))))
     (pcase type
       ('integer (truncate value))
       ('boolean (eq value t))
       (`(array ,of) (mapcar (lambda (one) (context-broker-tools--typed name of one)) value))
       (_ value)))
    (_ (context-broker-tools-fail
        (format "the argument %s is not %s" name
                (pcase type
                  (`(choice . ,texts) (concat "one of " (string-join texts ", ")))
                  (`(array ,of) (format "a list of %ss" of))
                  ((or 'file 'buffer 'directory) "a text")
                  (_ type)))
        "send another value"))))

(defun context-broker-tools--place (call tool arg value)
  "VALUE of ARG of TOOL for CALL, with the file or buffer that it names.
Fails where the session may not touch that."
  (pcase (context-broker-tools--kind arg tool)
    ((or 'file 'directory)
     (when (file-remote-p value)
       (context-broker-tools-fail (format "%s is on another machine" value)
                                  "tools reach local files only"))
     (let ((path (expand-file-name value (context-broker-tools--folder call))))
       (context-broker-tools-check-file path)
       path))
    ('buffer
     (let ((buffer (get-buffer value)))
       ;; First, so that a session with a scope does not learn what else is open.
       (unless buffer
         (context-broker-tools-fail (format "there is no buffer %s" value)
                                    "list the buffers, or give a file"))
       (context-broker-tools-check-buffer buffer)
       (if (eq (nth 1 arg) 'buffer) buffer value)))
    (_ value)))

(defun context-broker-tools--folder (call)
  "The working folder of CALL."
  (let ((session (context-broker-tools-session (context-broker-tools--call-session call))))
    (or (and session (context-broker-tools-session-directory session))
        (context-broker-tools--call-cwd call))))

(defun context-broker-tools--apply (call tool)
  "Call the function of TOOL for CALL where its context says."
  (let* ((given (context-broker-tools--arguments call tool))
         (context (context-broker-tools-tool-context tool))
         (value (lambda (kind)
                  (and (memq context (list 'auto kind))
                       (cdr (seq-find (lambda (entry)
                                        (and (cdr entry)
                                             (eq (context-broker-tools--kind (car entry) tool) kind)))
                                      given)))))
         (file (funcall value 'file))
         (buffer (funcall value 'buffer))
         (directory (funcall value 'directory)))
    (when (and directory (not (file-directory-p directory)))
      (context-broker-tools-fail (format "there is no folder %s" directory) ""))
    (with-current-buffer (cond (file (context-broker-tools-visit file))
                               (buffer (get-buffer buffer))
                               ((context-broker-tools--default-buffer context)))
      (let ((default-directory
             (cond ((context-broker-tools-tool-needs-session-cwd tool)
                    (let ((folder (context-broker-tools--folder call)))
                      (unless (file-directory-p folder)
                        (context-broker-tools-fail
                         (format "the session's folder %s is gone" folder) ""))
                      folder))
                   (directory (file-name-as-directory directory))
                   (t default-directory))))
        (save-current-buffer
          (apply (context-broker-tools-tool-function tool) (mapcar #'cdr given)))))))

(defun context-broker-tools--default-buffer (context)
  "The buffer that a tool with CONTEXT runs in where the call names none.
That is the one of the scope, or the one that the person looks at."
  (let* ((scope (context-broker-tools--current-scope))
         (buffer (cond ((and scope (context-broker-tools--scope-buffer scope)))
                       ((or scope (null context))
                        (get-buffer-create " *context-broker-tools*"))
                       (t (window-buffer (selected-window))))))
    (if (buffer-live-p buffer) buffer
      (context-broker-tools-fail "the buffer of this session is gone"))))

(defconst context-broker-tools-file-size-max 20000000
  "Files of more bytes are not opened for a tool.")

(defun context-broker-tools-visit (file)
  "A buffer that visits FILE as it is on the disk, for a tool.
Fails where that is no regular file of this machine, or a large one."
  (context-broker-tools-check-file file)
  (unless (file-regular-p file)
    (context-broker-tools-fail (format "there is no file %s" file) "check the path"))
  (unless (file-readable-p file)
    (context-broker-tools-fail (format "the file %s cannot be read" file) ""))
  (when (> (file-attribute-size (file-attributes (file-truename file)))
           context-broker-tools-file-size-max)
    (context-broker-tools-fail (format "the file %s is too large to open" file) ""))
  (let* ((enable-local-variables (if (context-broker-tools--current-scope) nil :safe))
         (enable-dir-local-variables (not (context-broker-tools--current-scope)))
         (enable-local-eval nil)
         (large-file-warning-threshold nil)
         (find-file-suppress-same-file-warnings t)
         (vc-follow-symlinks nil)
         (inhibit-message t)
         (buffer (or (find-buffer-visiting file) (find-file-noselect file t))))
    (with-current-buffer buffer
      (unless (or (buffer-modified-p) (verify-visited-file-modtime buffer))
        (revert-buffer t t t)))
    (context-broker-tools-check-buffer buffer)
    buffer))

(provide 'context-broker-tools)
;;; context-broker-tools.el ends here
