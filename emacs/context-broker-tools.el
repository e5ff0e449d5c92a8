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
  name description function safe needs-session-cwd context bound args)

(defvar context-broker-tools--registry nil
  "Alist of the registered tools by name, a string, in order of definition.")

(defmacro context-broker-deftool (name description &rest properties)
  "Register the tool NAME, a symbol, with DESCRIPTION, for coding agents.
Words in NAME are joined by underscores: both `my-tool' and `my_tool'
are listed as \"my_tool\".  PROPERTIES are

:function F  called with the arguments in the order of :args; one that
  was not given is nil.  What F returns is the answer: a string as
  text, `context-broker-tools-value' as JSON, `context-broker-tools-later'
  an answer that comes later, anything else as it is printed.
:safe BOOL  whether the tool changes nothing, so that it may run unasked.
:needs-session-cwd BOOL  whether F runs in the session's working folder.
:context CONTEXT  where F runs: `file' (in the buffer that visits the
  argument `file'), `buffer' (in the buffer named by `buffer'),
  `directory' (in the folder `directory'), nil (nowhere in particular)
  or, by default, `auto': what the arguments' names say.
:bound KINDS  what bounds all that F touches, so that a session with a
  scope may call it; see `context-broker-tools-session'.
:args ARGS  a list of (NAME TYPE [:required] DESCRIPTION).  TYPE is
  string, integer, number, boolean, file, buffer, directory, object,
  (array TYPE) or (choice STRING...)."
  (declare (indent defun) (doc-string 2))
  (let ((args (plist-get properties :args)))
    `(context-broker-tools-define
      ',name ,description
      ,@(cl-loop for (key value) on properties by #'cddr
                 unless (eq key :args)
                 append (list key (if (memq key '(:context :bound))
                                      (if (eq (car-safe value) 'quote) value `',value)
                                    value)))
      :args ',(if (eq (car-safe args) 'quote) (cadr args) args))))

(cl-defun context-broker-tools-define (name description
                                            &key function safe needs-session-cwd
                                            (context 'auto) bound args)
  "Register a tool as the macro `context-broker-deftool' does.
NAME, DESCRIPTION, FUNCTION, SAFE, NEEDS-SESSION-CWD, CONTEXT, BOUND and
ARGS stand there.  Sessions that may call the tool learn of it at once."
  (let ((name (context-broker-tools--name name)))
    (unless (string-match-p "\\`[a-z][a-z0-9_]\\{0,59\\}\\'" name)
      (error "The name of a tool has letters, digits and underscores: %s" name))
    (unless (and (stringp description) (not (string-empty-p description)))
      (error "The tool %s has no description" name))
    (unless function
      (error "The tool %s has no :function" name))
    (unless (memq context '(auto file buffer directory nil))
      (error "The tool %s has an unknown :context: %S" name context))
    (setf (alist-get name context-broker-tools--registry nil nil #'equal)
          (context-broker-tools--make-tool
           :name name :description description :function function
           :safe safe :needs-session-cwd needs-session-cwd
           :context context :bound bound
           :args (mapcar (lambda (arg) (context-broker-tools--arg name arg)) args)))
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
               (json-parse-buffer :object-type 'alist :array-type 'list
                                  :null-object :null :false-object :false))
    (setf (context-broker-tools--call-tool call) .tool
          (context-broker-tools--call-arguments call) .arguments
          (context-broker-tools--call-session call) .session
          (context-broker-tools--call-cwd call) (file-name-as-directory .cwd))))

(defun context-broker-tools--guarded (call function)
  "Call FUNCTION for CALL; what it signals is the answer to CALL.
C-g is one of these, and nothing may ask in the minibuffer."
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

;;; Sessions

(defun context-broker-tools--refused (_session) nil)
(defun context-broker-tools--offered-p (_tool _session) t)

(defun context-broker-tools--decide (call)
  (context-broker-tools--answer
   call (funcall (context-broker-tools-tool-function
                  (alist-get (context-broker-tools--call-tool call)
                             context-broker-tools--registry nil nil #'equal)))))

(provide 'context-broker-tools)
;;; context-broker-tools.el ends here
