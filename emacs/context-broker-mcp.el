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
(require 'json)
(require 'project)
(require 'subr-x)
(require 'url-util)

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

(cl-defstruct (context-broker-mcp--connection
               (:constructor context-broker-mcp--make-connection) (:copier nil))
  "A process that serves ROOT.
STATE is `starting', `open' or `closed'.  PENDING maps ids to requests.
PARTS holds the pieces of an unfinished line, newest first, and LINES the
whole lines that are not yet read, oldest first.  WAITING holds messages
that are sent once the session is open, newest first."
  root process (state 'starting) (pending (make-hash-table)) (next-id 1)
  parts lines timer waiting server)

(cl-defstruct (context-broker-mcp--request
               (:constructor context-broker-mcp--make-request) (:copier nil))
  "A request of a connection.
DONE is non-nil once THEN or FAIL was called, or the request cancelled."
  id connection method then fail progress timer done)

(defconst context-broker-mcp--garbage 16000000
  "Bytes of garbage that may lie about while an answer is read.")

(defvar context-broker-mcp--connections (make-hash-table :test #'equal)
  "Connections by the root of their project.")

(define-error 'context-broker-error "Context Broker")

(defun context-broker-root (&optional directory)
  "Return the root of the project of DIRECTORY, default `default-directory'.
It ends in a slash.  For a directory on another machine signal a `user-error'."
  (let ((directory (expand-file-name (or directory default-directory))))
    (when (file-remote-p directory)
      (user-error "Context Broker reads files of this machine only; run it where %s is"
                  (abbreviate-file-name directory)))
    (let ((project (project-current nil directory)))
      (file-name-as-directory (file-truename (if project (project-root project) directory))))))

(defun context-broker-mcp--write (message)
  "Return MESSAGE as one line of JSON, encoded as UTF-8."
  (let ((text (json-serialize message :null-object nil :false-object :false)))
    ;; Emacs 28 gives characters here, Emacs 30 bytes.
    (concat (if (multibyte-string-p text) (encode-coding-string text 'utf-8-unix t) text) "\n")))

(defun context-broker-mcp-parse (text)
  "Return what TEXT, JSON in characters, stands for: see the commentary."
  (json-parse-string text :object-type 'alist :array-type 'list
                     :null-object nil :false-object :false))

;;; The process
(defun context-broker-mcp-connection (root)
  "Return the connection of ROOT, and start one where there is none."
  (let ((known (gethash root context-broker-mcp--connections)))
    (if (and known (not (eq (context-broker-mcp--connection-state known) 'closed)))
        known
      (puthash root (context-broker-mcp--connect root) context-broker-mcp--connections))))

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
         (stderr (generate-new-buffer (format " *%s stderr*" name) t)))
    (with-current-buffer stderr (setq buffer-undo-list t))
    (setf (context-broker-mcp--connection-process connection)
          (make-process
           :name name :buffer nil :stderr stderr :noquery t :connection-type 'pipe :coding 'binary
           :command `(,@program "serve"
                               "--project" ,(directory-file-name root)
                               ,@context-broker-serve-arguments)
           :filter (lambda (_process text) (context-broker-mcp--take connection text))
           :sentinel (lambda (process _event)
                       (unless (process-live-p process)
                         (context-broker-mcp--ended connection stderr)))))
    (let ((process (get-buffer-process stderr)))
      (when process
        (set-process-query-on-exit-flag process nil)
        (set-process-sentinel process #'ignore)))
    (context-broker-mcp--post
     connection
     (context-broker-mcp--new-request
      connection "initialize"
      :then (lambda (answer) (context-broker-mcp--opened connection answer))
      ;; Without a session nothing can be asked: what waits fails with the process.
      :fail (lambda (text)
              (when (context-broker-mcp--live-p connection)
                (context-broker-mcp--end connection (concat "the server did not start: " text)))))
     `(:protocolVersion ,context-broker-mcp--revision :capabilities ,(make-hash-table)
       :clientInfo (:name "emacs" :title "Emacs" :version ,emacs-version))
     t)
    connection))

(defun context-broker-mcp--opened (connection answer)
  (setf (context-broker-mcp--connection-server connection) answer
        (context-broker-mcp--connection-state connection) 'open)
  (context-broker-mcp--send connection '(:jsonrpc "2.0" :method "notifications/initialized"))
  (dolist (message (nreverse (context-broker-mcp--connection-waiting connection)))
    (context-broker-mcp--send connection message))
  (setf (context-broker-mcp--connection-waiting connection) nil))

(defun context-broker-mcp--live-p (connection)
  (process-live-p (context-broker-mcp--connection-process connection)))

(defun context-broker-mcp--ended (connection stderr)
  (let ((said (if (not (buffer-live-p stderr)) ""
                (with-current-buffer stderr
                  (string-trim (buffer-substring-no-properties
                                (max (point-min) (- (point-max) 400)) (point-max)))))))
    (when (buffer-live-p stderr) (kill-buffer stderr))
    ;; What it sent before it ended is still to be read.
    (context-broker-mcp--read-lines connection)
    (context-broker-mcp--end connection
                             (if (string-empty-p said)
                                 "the server ended; the next question starts it again"
                               (concat "the server ended: " said)))))

(defun context-broker-mcp--end (connection text)
  "Close CONNECTION: its process ends, and what is asked fails with TEXT."
  (setf (context-broker-mcp--connection-state connection) 'closed
        (context-broker-mcp--connection-waiting connection) nil)
  (let ((process (context-broker-mcp--connection-process connection))
        (pending (context-broker-mcp--connection-pending connection)))
    (dolist (request (sort (hash-table-values pending)
                           (lambda (a b) (< (context-broker-mcp--request-id a)
                                            (context-broker-mcp--request-id b)))))
      (context-broker-mcp--fail request text))
    (when (process-live-p process)
      ;; At the end of its input the server ends by itself, tidily.
      (ignore-errors (process-send-eof process))
      (run-at-time 2 nil (lambda () (when (process-live-p process) (delete-process process)))))))

;;;###autoload
(defun context-broker-mcp-close (&optional root)
  "End the server of ROOT, or of every project.
The next question starts it again."
  (interactive)
  (dolist (connection (hash-table-values context-broker-mcp--connections))
    (when (and (member root (list nil (context-broker-mcp--connection-root connection)))
               (context-broker-mcp--live-p connection))
      (context-broker-mcp--end connection "the server was closed"))))

;;; Messages
(defun context-broker-mcp--take (connection text)
  "Take TEXT, bytes that the server of CONNECTION sent.
Its lines are read soon, few at a time, so that keys are read in between."
  (let ((start 0) end)
    (while (setq end (string-search "\n" text start))
      (push (substring text start end) (context-broker-mcp--connection-parts connection))
      (let ((line (apply #'concat (nreverse (context-broker-mcp--connection-parts connection)))))
        (setf (context-broker-mcp--connection-parts connection) nil)
        (unless (string-empty-p line)
          (cl-callf nconc (context-broker-mcp--connection-lines connection) (list line))))
      (setq start (1+ end)))
    (when (< start (length text))
      (push (substring text start) (context-broker-mcp--connection-parts connection))))
  (context-broker-mcp--plan connection))

(defun context-broker-mcp--plan (connection)
  (when (and (context-broker-mcp--connection-lines connection)
             (not (context-broker-mcp--connection-timer connection)))
    (setf (context-broker-mcp--connection-timer connection)
          (run-at-time 0 nil #'context-broker-mcp--read-lines connection .01))))

(defun context-broker-mcp--read-lines (connection &optional seconds)
  "Read lines of CONNECTION: all, or those that SECONDS allow, then plan."
  (when (context-broker-mcp--connection-timer connection)
    (cancel-timer (context-broker-mcp--connection-timer connection))
    (setf (context-broker-mcp--connection-timer connection) nil))
  (let ((end (and seconds (time-add nil seconds)))
        ;; Garbage is collected once after all, rather than several times meanwhile.
        (gc-cons-threshold (max gc-cons-threshold context-broker-mcp--garbage)))
    (unwind-protect
        (while (and (context-broker-mcp--connection-lines connection)
                    (progn (context-broker-mcp--read
                            connection (pop (context-broker-mcp--connection-lines connection)))
                           (or (null end) (time-less-p nil end)))))
      (context-broker-mcp--plan connection))))

(defun context-broker-mcp--read (connection line)
  (let ((message (condition-case problem
                     (context-broker-mcp-parse (decode-coding-string line 'utf-8-unix t))
                   (error (message "Context Broker sent no JSON: %s" (error-message-string problem))
                          nil))))
    ;; A line of JSON that is no object is no message.
    (when (consp (car-safe message)) (context-broker-mcp--receive connection message))))

(defun context-broker-mcp--receive (connection message)
  (let* ((id (alist-get 'id message))
         (method (alist-get 'method message))
         (params (alist-get 'params message))
         (request (gethash (if method (alist-get 'progressToken params) id)
                           (context-broker-mcp--connection-pending connection))))
    (cond ((and method id) (context-broker-mcp--answer connection id method))
          ((null request))
          (method
           (when (equal method "notifications/progress")
             (context-broker-mcp--arm request)
             (when (context-broker-mcp--request-progress request)
               (funcall (context-broker-mcp--request-progress request)
                        (or (alist-get 'message params) "")))))
          ((alist-get 'error message)
           (context-broker-mcp--fail request (alist-get 'message (alist-get 'error message))))
          (t (context-broker-mcp--finish request (context-broker-mcp--request-then request)
                                         (alist-get 'result message))))))

(defun context-broker-mcp--answer (connection id method)
  (context-broker-mcp--send
   connection
   `(:jsonrpc
     "2.0" :id ,id
     ,@(pcase method
         ("roots/list"
          (let ((root (directory-file-name (context-broker-mcp--connection-root connection))))
            `(:result (:roots [(:uri ,(concat "file://" (url-hexify-string
                                                         root url-path-allowed-chars)))]))))
         ("ping" `(:result ,(make-hash-table)))
         (_ `(:error (:code -32601 :message "Emacs does not offer this")))))))

(defun context-broker-mcp--send (connection message)
  (when (context-broker-mcp--live-p connection)
    ;; A server that ends while it is written to is for the sentinel.
    (condition-case nil
        (process-send-string (context-broker-mcp--connection-process connection)
                             (context-broker-mcp--write message))
      (file-error nil))))

;;; Requests
(cl-defun context-broker-mcp--new-request (connection method &key then fail progress)
  (let* ((id (context-broker-mcp--connection-next-id connection))
         (request (context-broker-mcp--make-request :id id :connection connection :method method
                                                    :then then :fail fail :progress progress)))
    (setf (context-broker-mcp--connection-next-id connection) (1+ id))
    (puthash id request (context-broker-mcp--connection-pending connection))
    (context-broker-mcp--arm request)
    request))

(defun context-broker-mcp--post (connection request params &optional now)
  "Send REQUEST with PARAMS over CONNECTION, NOW or once the session is open."
  (let ((message `(:jsonrpc "2.0" :id ,(context-broker-mcp--request-id request)
                   :method ,(context-broker-mcp--request-method request) :params ,params)))
    (if (or now (eq (context-broker-mcp--connection-state connection) 'open))
        (context-broker-mcp--send connection message)
      (push message (context-broker-mcp--connection-waiting connection))))
  request)

(defun context-broker-mcp--arm (request)
  (when (context-broker-mcp--request-timer request)
    (cancel-timer (context-broker-mcp--request-timer request)))
  (setf (context-broker-mcp--request-timer request)
        (run-at-time context-broker-request-timeout nil
                     (lambda ()
                       (context-broker-mcp--withdraw request "timed out")
                       (context-broker-mcp--fail
                        request (format "no answer within %s s (`context-broker-request-timeout')"
                                        context-broker-request-timeout))))))

(defun context-broker-mcp--finish (request function value)
  "End REQUEST; call FUNCTION with VALUE unless it has ended before."
  (unless (context-broker-mcp--request-done request)
    (setf (context-broker-mcp--request-done request) t)
    (cancel-timer (context-broker-mcp--request-timer request))
    (remhash (context-broker-mcp--request-id request)
             (context-broker-mcp--connection-pending
              (context-broker-mcp--request-connection request)))
    (when function (funcall function value))))

(defun context-broker-mcp--fail (request text)
  (context-broker-mcp--finish request
                              (or (context-broker-mcp--request-fail request)
                                  (lambda (text) (message "Context Broker: %s" text)))
                              (or text "the server gave no reason")))

(defun context-broker-mcp--withdraw (request reason)
  (let* ((connection (context-broker-mcp--request-connection request))
         (id (context-broker-mcp--request-id request)))
    (if (eq (context-broker-mcp--connection-state connection) 'open)
        (context-broker-mcp--send connection `(:jsonrpc "2.0" :method "notifications/cancelled"
                                               :params (:requestId ,id :reason ,reason)))
      (cl-callf2 cl-remove id (context-broker-mcp--connection-waiting connection)
                 :key (lambda (one) (plist-get one :id))))))

(defun context-broker-mcp-cancel (request)
  "Cancel REQUEST: none of its functions is called from now on."
  (unless (context-broker-mcp--request-done request)
    (context-broker-mcp--withdraw request "cancelled by the user")
    (context-broker-mcp--finish request nil nil)))

(cl-defun context-broker-mcp-request (root method params &key then error progress)
  "Send a request for METHOD with PARAMS, a plist, to the server of ROOT.
THEN is called with the result, ERROR with a text; without it, that is
shown.  PROGRESS is called with a text, each time that the server tells
how far it is.  Return a request for `context-broker-mcp-cancel'."
  (let* ((connection (context-broker-mcp-connection root))
         (request (context-broker-mcp--new-request connection method :then then :fail error
                                                   :progress progress)))
    (context-broker-mcp--post
     connection request
     (or (if (not progress) params
           `(,@params :_meta (:progressToken ,(context-broker-mcp--request-id request))))
         (make-hash-table)))))

(defun context-broker-mcp-text (result)
  "Return the text of RESULT, the result of a tools/call."
  (mapconcat (lambda (part) (or (alist-get 'text part) "")) (alist-get 'content result) "\n"))

(cl-defun context-broker-mcp-call (root tool arguments &key then error progress)
  "Call TOOL of the server of ROOT with ARGUMENTS, a plist or a hash table.
THEN is called with the answer: its structured form, an alist, or its
text where it has none.  ERROR is called with a text where the call
failed.  The rest is as of `context-broker-mcp-request'."
  (context-broker-mcp-request
   root "tools/call" `(:name ,tool :arguments ,(or arguments (make-hash-table)))
   :error error :progress progress
   :then (lambda (result)
           (let ((text (context-broker-mcp-text result)))
             (cond ((not (eq (alist-get 'isError result) t))
                    (when then (funcall then (or (alist-get 'structuredContent result) text))))
                   (error (funcall error text))
                   (t (message "Context Broker: %s" text)))))))

(defun context-broker-mcp-await (root tool arguments)
  "Return the answer of TOOL of ROOT's server to ARGUMENTS.
Where the call fails, signal `context-broker-error'.  Emacs goes on with
timers and processes meanwhile, and \\[keyboard-quit] cancels the request."
  (car (context-broker-mcp-await-all root (list (cons tool arguments)))))

(defun context-broker-mcp-here (function)
  "Return FUNCTION as one for the current buffer, while that is live."
  (let ((buffer (current-buffer)))
    (lambda (value)
      (when (buffer-live-p buffer) (with-current-buffer buffer (funcall function value))))))

(defun context-broker-mcp-await-all (root questions)
  "Return the answers of ROOT's server to QUESTIONS, each (TOOL . ARGUMENTS).
They are asked at once; otherwise as `context-broker-mcp-await'."
  (let* ((answers (make-vector (length questions) nil)) (left (length questions)) failure
         (requests (cl-loop for (tool . arguments) in questions for at from 0 collect
                            (let ((at at))
                              (context-broker-mcp-call
                               root tool arguments
                               :then (lambda (answer) (aset answers at answer) (cl-decf left))
                               :error (lambda (text) (setq failure text)))))))
    (unwind-protect
        (while (and (> left 0) (not failure))
          (accept-process-output nil .05)
          (context-broker-mcp--read-lines (context-broker-mcp-connection root)))
      (mapc #'context-broker-mcp-cancel requests))
    (if failure (signal 'context-broker-error (list failure)) (append answers nil))))

(provide 'context-broker-mcp)
;;; context-broker-mcp.el ends here
