;;; context-broker-mcp.el --- One connection to Context Broker a project  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A project has one process, `context-broker serve', which speaks MCP over stdio: one JSON-RPC
;; message a line.  Many requests may be open at once.  Nothing here waits but
;; `context-broker-mcp-await', for what Emacs asks synchronously (xref, completion) and for tests.
;;
;; Answers are alists with symbols as keys; arrays are lists, false is `:false', null is nil.

;;; Code:

(require 'cl-lib)
(require 'let-alist)
(require 'project)
(require 'subr-x)

;;;###autoload
(defgroup context-broker nil
  "Find code by meaning and by words, and work with agents that do."
  :group 'tools
  :prefix "context-broker-"
  :link '(url-link "https://github.com/context-broker/context-broker"))

(defcustom context-broker-program '("context-broker")
  "The program and its first arguments, as a list of strings."
  :type '(repeat string))

(defcustom context-broker-serve-arguments '("--toolsets" "all,edit")
  "Arguments of `context-broker serve' for the connection of a project."
  :type '(repeat string))

(defcustom context-broker-request-timeout 120
  "Seconds after which a request that has no answer is cancelled.
News of its progress gives a request this time again."
  :type 'number)

(defconst context-broker-mcp--revision "2025-11-25" "The revision of MCP that is asked for.")

;; What the server sends is inserted into the process's buffer, which begins with what is not yet
;; read.  WAITING holds requests that are sent once the session is OPEN, newest first.
(cl-defstruct (context-broker-mcp--connection
               (:constructor context-broker-mcp--make-connection) (:copier nil))
  "A process that serves ROOT; REQUESTS have no answer yet."
  root process open requests (last-id 0) waiting timer)

(cl-defstruct (context-broker-mcp--request
               (:constructor context-broker-mcp--make-request) (:copier nil))
  "A request of a connection, which calls THEN, FAIL and PROGRESS."
  id connection then fail progress timer)

(defconst context-broker-mcp-garbage 16000000
  "Bytes of garbage that may lie about while an answer is read.")

(defvar context-broker-mcp--connections (make-hash-table :test #'equal)
  "Connections that take requests, by the root of their project.")

;; What a server says is no bug of Lisp: `debug-on-error' leaves it alone.
(define-error 'context-broker-error "Context Broker" 'user-error)

(defun context-broker-root (&optional directory)
  "Return the root of the project of DIRECTORY, default `default-directory'.
It ends in a slash.  For a directory on another machine signal a `user-error'."
  (let ((directory (expand-file-name (or directory default-directory))))
    (when (file-remote-p directory)
      (user-error "Context Broker reads files of this machine only; run it where %s is"
                  (abbreviate-file-name directory)))
    (let ((project (project-current nil directory)))
      (file-name-as-directory (file-truename (if project (project-root project) directory))))))

(defconst context-broker-mcp--forms
  '(:object-type alist :array-type list :null-object nil :false-object :false)
  "What JSON is read as: see the commentary.")

(defun context-broker-mcp-parse (text)
  "Return what TEXT, JSON in characters, stands for: see the commentary."
  (apply #'json-parse-string text context-broker-mcp--forms))

;;; The process
(defun context-broker-mcp-connection (root)
  "Return the connection of ROOT, and start one where there is none."
  (or (gethash root context-broker-mcp--connections) (context-broker-mcp--connect root)))

(defun context-broker-mcp-program ()
  "Return the program and its first arguments; signal where it is not installed."
  (cons (or (executable-find (car context-broker-program))
            (user-error "No program %s: install Context Broker, or set `context-broker-program'"
                        (car context-broker-program)))
        (cdr context-broker-program)))

(defun context-broker-mcp--connect (root)
  (let* ((default-directory root)
         (program (context-broker-mcp-program))
         (connection (context-broker-mcp--make-connection :root root))
         (name (format "context-broker %s" (abbreviate-file-name root)))
         (stderr (make-pipe-process
                  :name (concat name " stderr") :noquery t :sentinel #'ignore
                  :buffer (generate-new-buffer (format " *%s stderr*" name) t))))
    (setf (context-broker-mcp--connection-process connection)
          (make-process
           :name name :buffer (generate-new-buffer (format " *%s*" name) t) :stderr stderr
           :noquery t :connection-type 'pipe :coding 'utf-8-unix
           :command `(,@program "serve"
                               "--project" ,(directory-file-name root)
                               ,@context-broker-serve-arguments)
           :filter (lambda (process text)
                     (internal-default-process-filter process text)
                     (when (string-search "\n" text) (context-broker-mcp--plan connection)))
           :sentinel (lambda (process _event)
                       (unless (process-live-p process)
                         (context-broker-mcp--ended connection stderr)))))
    (puthash root connection context-broker-mcp--connections)
    (context-broker-mcp-request
     root "initialize"
     `(:protocolVersion ,context-broker-mcp--revision :capabilities ,(make-hash-table)
       :clientInfo (:name "emacs" :title "Emacs" :version ,emacs-version))
     :then (lambda (_answer) (context-broker-mcp--opened connection))
     ;; Without a session nothing can be asked: what waits fails with the process.
     :error
     (lambda (text)
       (context-broker-mcp--end connection (concat "the server did not start: " text))))
    connection))

(defun context-broker-mcp--ended (connection stderr)
  "Tell what is asked of CONNECTION that its process, which wrote to STDERR, ended."
  ;; What it sent before it ended is still to be read.
  (context-broker-mcp--read-lines connection)
  (let ((said (with-current-buffer (process-buffer stderr)
                (string-trim (buffer-substring (max (point-min) (- (point-max) 400))
                                               (point-max))))))
    (kill-buffer (process-buffer stderr))
    (kill-buffer (process-buffer (context-broker-mcp--connection-process connection)))
    (context-broker-mcp--end connection
                             (if (string-empty-p said)
                                 "the server ended; the next question starts it again"
                               (concat "the server ended: " said)))))

(defun context-broker-mcp--end (connection text)
  "Close CONNECTION: its process ends, and what is asked fails with TEXT."
  (let ((process (context-broker-mcp--connection-process connection))
        (root (context-broker-mcp--connection-root connection)))
    (when (eq connection (gethash root context-broker-mcp--connections))
      (remhash root context-broker-mcp--connections))
    (when (process-live-p process)
      ;; At the end of its input the server ends by itself, tidily.
      (ignore-errors (process-send-eof process))
      (run-at-time 2 nil #'delete-process process))
    (dolist (request (reverse (context-broker-mcp--connection-requests connection)))
      (context-broker-mcp--finish request (context-broker-mcp--request-fail request) text))))

;;;###autoload
(defun context-broker-mcp-close (&optional root)
  "End the server of ROOT, or of every project.
The next question starts it again."
  (interactive)
  (dolist (connection (hash-table-values context-broker-mcp--connections))
    (when (member root (list nil (context-broker-mcp--connection-root connection)))
      (context-broker-mcp--end connection "the server was closed"))))

;;; Messages
(defun context-broker-mcp--plan (connection)
  "Read soon what CONNECTION has sent."
  (unless (context-broker-mcp--connection-timer connection)
    (setf (context-broker-mcp--connection-timer connection)
          (run-at-time 0 nil #'context-broker-mcp--read-lines connection .01))))

(defun context-broker-mcp--read-lines (connection &optional seconds)
  "Read lines of CONNECTION: all, or for SECONDS, and others after keys are read."
  (when (context-broker-mcp--connection-timer connection)
    (cancel-timer (context-broker-mcp--connection-timer connection))
    (setf (context-broker-mcp--connection-timer connection) nil))
  (let ((end (and seconds (time-add nil seconds)))
        ;; Garbage is collected once after all, rather than several times meanwhile.
        (gc-cons-threshold (max gc-cons-threshold context-broker-mcp-garbage))
        (more t))
    (unwind-protect
        (while (and (setq more (context-broker-mcp--read connection))
                    (or (null end) (time-less-p nil end))))
      (when more (context-broker-mcp--plan connection)))))

(defun context-broker-mcp--read (connection)
  "Read a line of CONNECTION; return nil where there is no whole one."
  (let ((buffer (process-buffer (context-broker-mcp--connection-process connection))) message)
    (when (and (buffer-live-p buffer)
               (with-current-buffer buffer
                 (goto-char (point-min))
                 (when (and (zerop (forward-line)) (bolp))
                   (save-restriction
                     (narrow-to-region (point-min) (point))
                     (goto-char (point-min))
                     (condition-case problem
                         (setq message (apply #'json-parse-buffer context-broker-mcp--forms))
                       (error (unless (looking-at "\n")
                                (message "Context Broker sent no JSON: %s"
                                         (error-message-string problem)))))
                     (delete-region (point-min) (point-max)))
                   t)))
      ;; A line of JSON that is no object is no message.
      (when (consp (car-safe message)) (context-broker-mcp--receive connection message))
      t)))

(defun context-broker-mcp--receive (connection message)
  (let-alist message
    (let ((request (cl-find (if .method .params.progressToken .id)
                            (context-broker-mcp--connection-requests connection)
                            :key #'context-broker-mcp--request-id)))
      (cond ((and .method .id)
             (context-broker-mcp--send
              connection
              `(:jsonrpc "2.0" :id ,.id
                ,@(if (equal .method "ping") `(:result ,(make-hash-table))
                    '(:error (:code -32601 :message "Emacs does not offer this"))))))
            ((null request))
            ((equal .method "notifications/progress")
             (context-broker-mcp--arm request)
             (when (context-broker-mcp--request-progress request)
               (funcall (context-broker-mcp--request-progress request)
                        (or .params.message ""))))
            (.error (context-broker-mcp--finish request (context-broker-mcp--request-fail request)
                                                (or .error.message "the server gave no reason")))
            (t (context-broker-mcp--finish request (context-broker-mcp--request-then request)
                                           .result))))))

(defun context-broker-mcp--send (connection message)
  (let ((line (concat (json-serialize message :null-object nil :false-object :false) "\n")))
    ;; A server that ends while it is written to is for the sentinel, a stopped one for the timer.
    (ignore-errors
      (process-send-string (context-broker-mcp--connection-process connection) line))))

;;; Requests
(cl-defun context-broker-mcp-request (root method params &key then
                                           (error #'context-broker-mcp--say) progress)
  "Send a request for METHOD with PARAMS, a plist, to the server of ROOT.
THEN is called with the result, ERROR with a text; without it, that is
shown.  PROGRESS is called with a text, each time that the server tells
how far it is.  Return a request for `context-broker-mcp-cancel'."
  (let* ((connection (context-broker-mcp-connection root))
         (id (cl-incf (context-broker-mcp--connection-last-id connection)))
         (request (context-broker-mcp--make-request :id id :connection connection :then then
                                                    :fail error :progress progress))
         (meta `(:progressToken ,id ,@(plist-get params :_meta)))
         (message `(:jsonrpc "2.0" :id ,id :method ,method
                    :params ,(plist-put (copy-sequence params) :_meta meta))))
    (push request (context-broker-mcp--connection-requests connection))
    (context-broker-mcp--arm request)
    (if (or (context-broker-mcp--connection-open connection) (equal method "initialize"))
        (context-broker-mcp--send connection message)
      (push message (context-broker-mcp--connection-waiting connection)))
    request))

(defun context-broker-mcp--say (text)
  (message "Context Broker: %s" text))

(defun context-broker-mcp--opened (connection)
  (setf (context-broker-mcp--connection-open connection) t)
  (context-broker-mcp--send connection '(:jsonrpc "2.0" :method "notifications/initialized"))
  (dolist (message (nreverse (context-broker-mcp--connection-waiting connection)))
    ;; What was cancelled meanwhile is not sent.
    (when (cl-find (plist-get message :id) (context-broker-mcp--connection-requests connection)
                   :key #'context-broker-mcp--request-id)
      (context-broker-mcp--send connection message))))

(defun context-broker-mcp--arm (request)
  (when (context-broker-mcp--request-timer request)
    (cancel-timer (context-broker-mcp--request-timer request)))
  (setf (context-broker-mcp--request-timer request)
        (run-at-time context-broker-request-timeout nil
                     (lambda ()
                       (context-broker-mcp-cancel request "timed out")
                       (funcall (context-broker-mcp--request-fail request)
                                (format "no answer within %s s (`context-broker-request-timeout')"
                                        context-broker-request-timeout))))))

(defun context-broker-mcp--finish (request &optional function value)
  "End REQUEST, and call FUNCTION with VALUE; return nil if it has ended before."
  (let ((connection (context-broker-mcp--request-connection request)))
    (when (memq request (context-broker-mcp--connection-requests connection))
      (cl-callf2 delq request (context-broker-mcp--connection-requests connection))
      (cancel-timer (context-broker-mcp--request-timer request))
      (when function (funcall function value))
      t)))

(defun context-broker-mcp-cancel (request &optional reason)
  "Cancel REQUEST, for REASON: none of its functions is called from now on."
  (let ((connection (context-broker-mcp--request-connection request)))
    (when (and (context-broker-mcp--finish request)
               (context-broker-mcp--connection-open connection))
      (context-broker-mcp--send
       connection
       `(:jsonrpc "2.0" :method "notifications/cancelled"
         :params (:requestId ,(context-broker-mcp--request-id request)
                  :reason ,(or reason "cancelled by the user")))))))

(defun context-broker-mcp-text (result)
  "Return the text of RESULT, the result of a tools/call."
  (mapconcat (lambda (part) (or (alist-get 'text part) "")) (alist-get 'content result) "\n"))

(cl-defun context-broker-mcp-call (root tool arguments &key then
                                        (error #'context-broker-mcp--say) progress rows)
  "Call TOOL of the server of ROOT with ARGUMENTS, a plist or a hash table.
THEN is called with the answer: its structured form, an alist, or what
ROWS asks for, the items that the results show, or its text where it has
none.  ERROR is called with a text where the call failed.  The rest is
as of `context-broker-mcp-request'."
  (context-broker-mcp-request
   root "tools/call" `(:name ,tool :arguments ,(or arguments (make-hash-table))
                       ,@(and rows '(:_meta (:context-broker/rows t))))
   :error error :progress progress
   :then (lambda (result)
           (let ((text (context-broker-mcp-text result)))
             (cond ((eq (alist-get 'isError result) t) (funcall error text))
                   (then (funcall then (or (alist-get 'structuredContent result)
                                           (alist-get 'context-broker/rows
                                                      (alist-get '_meta result))
                                           text))))))))

(defun context-broker-mcp-here (function)
  "Return FUNCTION as one for the current buffer, while that is live."
  (let ((buffer (current-buffer)))
    (lambda (value)
      (when (buffer-live-p buffer) (with-current-buffer buffer (funcall function value))))))

(defun context-broker-mcp-await (root tool arguments)
  "Return the answer of TOOL of ROOT's server to ARGUMENTS.
Where the call fails, signal `context-broker-error'.  Emacs goes on with
timers and processes meanwhile, and \\[keyboard-quit] cancels the request."
  (car (context-broker-mcp-await-all root (list (cons tool arguments)))))

(defun context-broker-mcp-await-all (root questions &optional rows)
  "Return the answers of ROOT's server to QUESTIONS, each (TOOL . ARGUMENTS).
They are asked at once, for ROWS as of `context-broker-mcp-call';
otherwise as `context-broker-mcp-await'."
  (let* ((answers (make-vector (length questions) nil)) (left (length questions)) failure
         (requests (cl-loop for (tool . arguments) in questions for at from 0 collect
                            (let ((at at))
                              (context-broker-mcp-call
                               root tool arguments :rows rows
                               :then (lambda (answer) (aset answers at answer) (cl-decf left))
                               :error (lambda (text) (setq failure text))))))
         (since (float-time)) said)
    (unwind-protect
        (while (and (> left 0) (not failure))
          (accept-process-output nil .05)
          (when (and (not said) (> (- (float-time) since) 1) (zerop (minibuffer-depth)))
            (let (message-log-max)
              (setq said (message "Asking Context Broker…  C-g cancels"))))
          (context-broker-mcp--read-lines (context-broker-mcp-connection root)))
      (mapc #'context-broker-mcp-cancel requests)
      (when (and said (equal said (current-message))) (message nil)))
    (if failure (signal 'context-broker-error (list failure)) (append answers nil))))

(provide 'context-broker-mcp)
;;; context-broker-mcp.el ends here
