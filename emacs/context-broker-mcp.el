;;; context-broker-mcp.el --- One connection to Context Broker a project  -*- lexical-binding: t; -*-

;; Copyright (C) 2026 Context Broker contributors
;; SPDX-License-Identifier: Apache-2.0

;;; Commentary:

;; A project has one process, `context-broker serve', which speaks MCP over stdio: one JSON-RPC message a line.  Many requests may be open
;; at once.  Nothing here waits but `context-broker-mcp-await', which is for what Emacs asks synchronously (xref) and for tests.
;;
;; Answers are alists with symbols as keys; arrays are lists, false is `:false', null is nil.

;;; Code:

(require 'cl-lib)
(require 'json)
(require 'project)
(require 'subr-x)

(defgroup context-broker nil
  "Find code by meaning and by words, and work with agents that do."
  :group 'tools
  :prefix "context-broker-"
  :link '(info-link "(context-broker)"))

(defcustom context-broker-program '("context-broker")
  "The program and its first arguments, as a list of strings."
  :type '(repeat string))

(defcustom context-broker-serve-arguments '("--toolsets" "all,edit")
  "Arguments of `context-broker serve' for the connection of a project."
  :type '(repeat string))

(defcustom context-broker-request-timeout 120
  "Seconds after which a request that has no answer is cancelled."
  :type 'number)

(defconst context-broker-mcp--revision "2025-11-25"
  "The revision of MCP that is asked for.")

(cl-defstruct (context-broker-mcp--connection
               (:constructor context-broker-mcp--make-connection)
               (:copier nil))
  "A process that serves ROOT.
STATE is `starting', `open' or `closed'.  PENDING maps ids to requests.
PARTS holds the pieces of an unfinished line, newest first, and LINES the
whole lines that are not yet read, oldest first.  WAITING holds messages
that are sent once the session is open, newest first."
  root process (state 'starting) (pending (make-hash-table)) (next-id 1) parts lines timer waiting server)

(cl-defstruct (context-broker-mcp--request
               (:constructor context-broker-mcp--make-request)
               (:copier nil))
  "A request of a connection.
DONE is non-nil once THEN or FAIL was called, or the request cancelled."
  id connection method then fail progress timer done)

(defvar context-broker-mcp--connections (make-hash-table :test #'equal)
  "Connections by the root of their project.")

(define-error 'context-broker-error "Context Broker")

;;; Roots

(defun context-broker-root (&optional directory)
  "Return the root of the project of DIRECTORY, default `default-directory'.
It ends in a slash.  Signal a `user-error' for a directory on another machine."
  (let ((directory (expand-file-name (or directory default-directory))))
    (when (file-remote-p directory)
      (user-error "Context Broker reads files of this machine only, and %s is on another one: run it there"
                  (abbreviate-file-name directory)))
    (let ((project (project-current nil directory)))
      (file-name-as-directory
       (file-truename (if project (project-root project) directory))))))

;;; JSON

(defun context-broker-mcp--write (message)
  "Return MESSAGE as one line of JSON, encoded as UTF-8."
  (concat (json-serialize message :null-object nil :false-object :false) "\n"))

(defun context-broker-mcp--read (line)
  "Return the message of LINE, a string of bytes."
  (json-parse-string (decode-coding-string line 'utf-8-unix t)
                     :object-type 'alist :array-type 'list :null-object nil :false-object :false))

;;; The process

(defun context-broker-mcp-connection (root)
  "Return the connection of ROOT, and start one where there is none."
  (let ((known (gethash root context-broker-mcp--connections)))
    (if (and known (not (eq (context-broker-mcp--connection-state known) 'closed)))
        known
      (puthash root (context-broker-mcp--connect root) context-broker-mcp--connections))))

(defun context-broker-mcp--connect (root)
  "Start a server for ROOT, and return its connection."
  (let* ((default-directory root)
         (program (or (executable-find (car context-broker-program))
                      (user-error "There is no program %s: install Context Broker, or set `context-broker-program'"
                                  (car context-broker-program))))
         (connection (context-broker-mcp--make-connection :root root))
         (name (format "context-broker %s" (abbreviate-file-name root)))
         (stderr (generate-new-buffer (format " *%s stderr*" name) t)))
    (with-current-buffer stderr (setq buffer-undo-list t))
    (setf (context-broker-mcp--connection-process connection)
          (make-process :name name :buffer nil :stderr stderr :noquery t :connection-type 'pipe :coding 'binary
                        :command (append (list program) (cdr context-broker-program)
                                         (list "serve" "--project" (directory-file-name root))
                                         context-broker-serve-arguments)
                        :filter (lambda (_process text) (context-broker-mcp--take connection text))
                        :sentinel (lambda (process _event)
                                    (unless (process-live-p process)
                                      (context-broker-mcp--ended connection stderr)))))
    (let ((process (get-buffer-process stderr)))
      (when process
        (set-process-query-on-exit-flag process nil)
        (set-process-sentinel process #'ignore)))
    (context-broker-mcp--open connection)
    connection))

(defun context-broker-mcp--open (connection)
  "Introduce Emacs to the server of CONNECTION, then send what waits."
  (context-broker-mcp--post
   connection
   (context-broker-mcp--new-request
    connection "initialize"
    :then (lambda (answer)
            (setf (context-broker-mcp--connection-server connection) answer
                  (context-broker-mcp--connection-state connection) 'open)
            (context-broker-mcp--send connection '(:jsonrpc "2.0" :method "notifications/initialized"))
            (dolist (message (nreverse (context-broker-mcp--connection-waiting connection)))
              (context-broker-mcp--send connection message))
            (setf (context-broker-mcp--connection-waiting connection) nil))
    :fail #'ignore)
   `(:protocolVersion ,context-broker-mcp--revision
     :capabilities ,(make-hash-table)
     :clientInfo (:name "emacs" :title "Emacs" :version ,emacs-version))
   t))

(defun context-broker-mcp--ended (connection stderr)
  "The process of CONNECTION is gone: fail what it owes, with the last line of STDERR."
  (setf (context-broker-mcp--connection-state connection) 'closed)
  (let ((said (if (buffer-live-p stderr)
                  (with-current-buffer stderr
                    (string-trim (buffer-substring-no-properties (max (point-min) (- (point-max) 400)) (point-max))))
                "")))
    (when (buffer-live-p stderr) (kill-buffer stderr))
    (maphash (lambda (_id request)
               (context-broker-mcp--fail
                request (if (string-empty-p said) "the server ended; the next question starts it again"
                          (format "the server ended: %s" said))))
             (copy-hash-table (context-broker-mcp--connection-pending connection)))
    (clrhash (context-broker-mcp--connection-pending connection))))

(defun context-broker-mcp-close (&optional root)
  "End the server of ROOT, or of every project."
  (interactive)
  (maphash (lambda (key connection)
             (when (or (null root) (equal key root))
               (let ((process (context-broker-mcp--connection-process connection)))
                 (when (process-live-p process) (delete-process process)))))
           (copy-hash-table context-broker-mcp--connections)))

;;; Messages

(defun context-broker-mcp--take (connection text)
  "Take TEXT, bytes that the server of CONNECTION sent; its lines are read soon.
A message is read at a time, in a timer, so that keys are read in between."
  (let ((start 0) end)
    (while (setq end (string-search "\n" text start))
      (push (substring text start end) (context-broker-mcp--connection-parts connection))
      (let ((line (apply #'concat (nreverse (context-broker-mcp--connection-parts connection)))))
        (setf (context-broker-mcp--connection-parts connection) nil)
        (unless (string-empty-p line)
          (setf (context-broker-mcp--connection-lines connection)
                (nconc (context-broker-mcp--connection-lines connection) (list line)))))
      (setq start (1+ end)))
    (when (< start (length text))
      (push (substring text start) (context-broker-mcp--connection-parts connection))))
  (context-broker-mcp--plan connection))

(defun context-broker-mcp--plan (connection)
  "Have the next line of CONNECTION read, unless that is planned already."
  (when (and (context-broker-mcp--connection-lines connection)
             (not (context-broker-mcp--connection-timer connection)))
    (setf (context-broker-mcp--connection-timer connection)
          (run-at-time 0 nil #'context-broker-mcp--read-next connection))))

(defun context-broker-mcp--read-next (connection)
  "Read the next line of CONNECTION."
  (setf (context-broker-mcp--connection-timer connection) nil)
  (let ((line (pop (context-broker-mcp--connection-lines connection))))
    (unwind-protect
        (when line
          (context-broker-mcp--receive
           connection
           (condition-case problem (context-broker-mcp--read line)
             (error (message "Context Broker sent what is no JSON: %s" (error-message-string problem)) nil))))
      (context-broker-mcp--plan connection))))

(defun context-broker-mcp--receive (connection message)
  "Act on MESSAGE of the server of CONNECTION."
  (let* ((id (alist-get 'id message))
         (method (alist-get 'method message))
         (params (alist-get 'params message)))
    (cond
     ((and method id) (context-broker-mcp--answer connection id method))
     ((equal method "notifications/progress")
      (let ((request (gethash (alist-get 'progressToken params) (context-broker-mcp--connection-pending connection))))
        (when (and request (context-broker-mcp--request-progress request))
          (context-broker-mcp--arm request)
          (funcall (context-broker-mcp--request-progress request) (or (alist-get 'message params) "")))))
     ((and id (gethash id (context-broker-mcp--connection-pending connection)))
      (let ((request (gethash id (context-broker-mcp--connection-pending connection)))
            (failure (alist-get 'error message)))
        (if failure
            (context-broker-mcp--fail request (alist-get 'message failure))
          (context-broker-mcp--finish request (context-broker-mcp--request-then request)
                                      (alist-get 'result message))))))))

(defun context-broker-mcp--answer (connection id method)
  "Answer request ID for METHOD that the server of CONNECTION made."
  (context-broker-mcp--send
   connection
   (pcase method
     ("roots/list"
      (let ((root (context-broker-mcp--connection-root connection)))
        `(:jsonrpc "2.0" :id ,id
          :result (:roots [(:uri ,(concat "file://" (url-hexify-string (directory-file-name root) url-path-allowed-chars)))]))))
     ("ping" `(:jsonrpc "2.0" :id ,id :result ,(make-hash-table)))
     (_ `(:jsonrpc "2.0" :id ,id :error (:code -32601 :message "Emacs does not offer this"))))))

(defun context-broker-mcp--send (connection message)
  "Send MESSAGE to the server of CONNECTION."
  (let ((process (context-broker-mcp--connection-process connection)))
    (when (process-live-p process)
      (process-send-string process (context-broker-mcp--write message)))))

;;; Requests

(cl-defun context-broker-mcp--new-request (connection method &key then fail progress)
  "Return a request of CONNECTION for METHOD with its functions THEN, FAIL and PROGRESS."
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
  "Give REQUEST its whole time from now on."
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
  "End REQUEST, and call its FUNCTION with VALUE unless it has ended before."
  (unless (context-broker-mcp--request-done request)
    (setf (context-broker-mcp--request-done request) t)
    (cancel-timer (context-broker-mcp--request-timer request))
    (remhash (context-broker-mcp--request-id request)
             (context-broker-mcp--connection-pending (context-broker-mcp--request-connection request)))
    (when function (funcall function value))))

(defun context-broker-mcp--fail (request text)
  "End REQUEST with the error TEXT."
  (context-broker-mcp--finish request
                              (or (context-broker-mcp--request-fail request)
                                  (lambda (text) (message "Context Broker: %s" text)))
                              text))

(defun context-broker-mcp--withdraw (request reason)
  "Tell the server that REQUEST is no longer wanted, for REASON."
  (let* ((connection (context-broker-mcp--request-connection request))
         (message `(:jsonrpc "2.0" :method "notifications/cancelled"
                    :params (:requestId ,(context-broker-mcp--request-id request) :reason ,reason)))
         (waiting (context-broker-mcp--connection-waiting connection)))
    (if (eq (context-broker-mcp--connection-state connection) 'open)
        (context-broker-mcp--send connection message)
      (setf (context-broker-mcp--connection-waiting connection)
            (cl-remove (context-broker-mcp--request-id request) waiting
                       :key (lambda (one) (plist-get one :id)))))))

(defun context-broker-mcp-cancel (request)
  "Cancel REQUEST: none of its functions is called from now on."
  (unless (context-broker-mcp--request-done request)
    (context-broker-mcp--withdraw request "cancelled by the user")
    (context-broker-mcp--finish request nil nil)))

(cl-defun context-broker-mcp-call (root tool arguments &key then error progress)
  "Call TOOL of the server of ROOT with ARGUMENTS, a plist or a hash table.
THEN is called with the answer: its structured form, an alist, or its
text where it has none.  ERROR is called with a text where the call
failed; without it, the text is shown.  PROGRESS is called with a text,
each time that the server tells how far it is.
Return a request for `context-broker-mcp-cancel'."
  (let* ((connection (context-broker-mcp-connection root))
         (request nil))
    (setq request
          (context-broker-mcp--new-request
           connection "tools/call" :fail error :progress progress
           :then (lambda (result)
                   (let ((text (context-broker-mcp-text result)))
                     (if (eq (alist-get 'isError result) t)
                         (if error (funcall error text) (message "Context Broker: %s" text))
                       (when then
                         (funcall then (or (alist-get 'structuredContent result) text))))))))
    (context-broker-mcp--post
     connection request
     `(:name ,tool :arguments ,(or arguments (make-hash-table))
       ,@(when progress `(:_meta (:progressToken ,(context-broker-mcp--request-id request))))))))

(cl-defun context-broker-mcp-request (root method params &key then error)
  "Send a request for METHOD with PARAMS to the server of ROOT.
THEN is called with the result, ERROR with a text.
Return a request for `context-broker-mcp-cancel'."
  (let ((connection (context-broker-mcp-connection root)))
    (context-broker-mcp--post connection
                              (context-broker-mcp--new-request connection method :then then :fail error)
                              (or params (make-hash-table)))))

(defun context-broker-mcp-text (result)
  "Return the text of RESULT, the result of a tools/call."
  (mapconcat (lambda (part) (or (alist-get 'text part) "")) (alist-get 'content result) "\n"))

(defun context-broker-mcp-await (root tool arguments)
  "Return the answer of TOOL of ROOT's server to ARGUMENTS, or signal `context-broker-error'.
Emacs goes on with timers and processes meanwhile.
\\[keyboard-quit] cancels the request."
  (let* (state value
         (request (context-broker-mcp-call root tool arguments
                                           :then (lambda (answer) (setq state 'done value answer))
                                           :error (lambda (text) (setq state 'failed value text)))))
    (unwind-protect
        (while (null state) (accept-process-output nil .05))
      (unless state (context-broker-mcp-cancel request)))
    (if (eq state 'done) value (signal 'context-broker-error (list value)))))

(provide 'context-broker-mcp)
;;; context-broker-mcp.el ends here
