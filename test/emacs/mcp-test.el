;;; mcp-test.el --- The connection, with servers that misbehave  -*- lexical-binding: t; -*-

;;; Code:

(require 'ert)
(require 'context-broker-mcp)

;; A test puts a function in the place of a primitive, which newer Emacs would compile to native code for.
(defvar native-comp-enable-subr-trampolines)
(setq native-comp-enable-subr-trampolines nil)

(defvar mcp-test-log nil "The file with what the server was sent.")

(defconst mcp-test-server
  (expand-file-name "support/fake-server.mjs"
                    (file-name-directory (or load-file-name buffer-file-name))))

(defmacro mcp-test-with (how &rest body)
  "Evaluate BODY with `root', a project whose server misbehaves as HOW says."
  (declare (indent 1))
  `(let* ((root (file-name-as-directory
                 (file-truename (make-temp-file "cb-mcp-" t))))
          (default-directory root)
          (mcp-test-log (concat root "log"))
          (context-broker-program
           (list (or (getenv "CONTEXT_BROKER_NODE") "node")
                 mcp-test-server ,how mcp-test-log)))
     (unwind-protect (progn ,@body)
       (context-broker-mcp-close root)
       (mcp-test-wait
        (not (cl-find-if (lambda (process) (string-search root (process-name process)))
                         (process-list))))
       (delete-directory root t))))

(defmacro mcp-test-wait (condition)
  "Wait until CONDITION, and fail where that takes 10 s."
  `(let ((end (+ (float-time) 60)))
     (while (not ,condition)
       (when (> (float-time) end) (error "Never: %S" ',condition))
       (accept-process-output nil .02))))

(defun mcp-test-sent ()
  "Return the methods, or ids of answers, that the server was sent."
  (with-temp-buffer
    (insert-file-contents mcp-test-log)
    (mapcar (lambda (line)
              (let ((message (context-broker-mcp-parse line)))
                (or (alist-get 'method message) (alist-get 'id message))))
            (split-string (buffer-string) "\n" t))))

(defun mcp-test-said (root tool &optional arguments)
  "Return the text of the error of TOOL of ROOT with ARGUMENTS."
  (cadr (should-error (context-broker-mcp-await root tool arguments)
                      :type 'context-broker-error)))

(ert-deftest mcp-test-many-at-once ()
  (mcp-test-with "well"
    (let (texts)
      (dotimes (n 100)
        (context-broker-mcp-call
         root "echo" (list :text (format "☃ \"%d\"\n\\" n))
         :then (lambda (text) (push text texts))))
      (mcp-test-wait (= (length texts) 100))
      (should (equal (nreverse texts)
                     (cl-loop for n below 100
                              collect (format "☃ \"%d\"\n\\" n)))))))

(ert-deftest mcp-test-killed ()
  (mcp-test-with "well"
    (let (failed)
      (context-broker-mcp-call root "never" nil
                               :error (lambda (text) (push text failed)))
      (should (string-match "the server ended: out of luck"
                            (mcp-test-said root "die")))
      (should (= (length failed) 1))
      ;; The next question starts it again.
      (should (equal (context-broker-mcp-await root "echo" '(:text "again"))
                     "again"))
      (let ((process (context-broker-mcp--connection-process
                      (context-broker-mcp-connection root))))
        (context-broker-mcp-call root "never" nil
                                 :error (lambda (text) (push text failed)))
        (signal-process process 'KILL)
        (mcp-test-wait (= (length failed) 2))
        (should (string-match "the server ended" (car failed)))))))

(ert-deftest mcp-test-no-server ()
  (mcp-test-with "no-start"
    (should (string-match "this folder is no project"
                          (mcp-test-said root "echo"))))
  (mcp-test-with "refuses"
    (should (string-match "did not start: not this revision"
                          (mcp-test-said root "echo"))))
  (let ((context-broker-program '("there-is-no-such-program")))
    (should-error (context-broker-mcp-call "/tmp/nothing/" "echo" nil)
                  :type 'user-error)))

(ert-deftest mcp-test-garbage ()
  (mcp-test-with "well"
    (should (equal (context-broker-mcp-await root "garbage" nil)
                   "after garbage"))))

(ert-deftest mcp-test-long-answer ()
  (mcp-test-with "well"
    (let ((text (context-broker-mcp-await root "huge"
                                          '(:characters 2500000))))
      (should (= (length text) 2500000))
      (should (equal (delete-dups (list (aref text 0) (aref text 2499999)))
                     '(?é))))))

(ert-deftest mcp-test-pieces ()
  (mcp-test-with "well"
    (should (equal (context-broker-mcp-await root "pieces" nil) "añ☃😀"))))

(ert-deftest mcp-test-errors ()
  (mcp-test-with "well"
    (should (equal (mcp-test-said root "fails") "failed: NO_SUCH: hint"))
    (should-error (context-broker-mcp-await root "fails" nil) :type 'user-error)
    (should (equal (mcp-test-said root "error") "an error of the protocol"))))

(ert-deftest mcp-test-cancel ()
  (mcp-test-with "slow-start"
    ;; Before the session is open: it is never sent.
    (let* (called
           (note (lambda (_) (setq called t)))
           (request (context-broker-mcp-call root "echo" '(:text "unwanted")
                                             :then note :error note)))
      (context-broker-mcp-cancel request)
      (should (equal (context-broker-mcp-await root "echo" '(:text "wanted"))
                     "wanted"))
      ;; While it is open: the server is told.
      (setq request (context-broker-mcp-call root "never" nil
                                             :then note :error note))
      (context-broker-mcp-cancel request)
      (context-broker-mcp-cancel request)
      (context-broker-mcp-await root "echo" '(:text ""))
      (should-not called)
      (should (equal (mcp-test-sent)
                     '("initialize" "notifications/initialized" "tools/call"
                       "tools/call" "notifications/cancelled"
                       "tools/call"))))))

(ert-deftest mcp-test-quit ()
  (mcp-test-with "well"
    (context-broker-mcp-await root "echo" '(:text ""))
    (run-at-time .2 nil (lambda () (signal 'quit nil)))
    (should (eq (condition-case nil
                    (let ((inhibit-quit nil))
                      (context-broker-mcp-await root "never" nil))
                  (quit 'quit))
                'quit))
    (context-broker-mcp-await root "echo" '(:text ""))
    (should (member "notifications/cancelled" (mcp-test-sent)))))

(ert-deftest mcp-test-stopped-server ()
  (mcp-test-with "well"
    (context-broker-mcp-await root "echo" '(:text ""))
    (let ((process (context-broker-mcp--connection-process (context-broker-mcp-connection root))))
      (signal-process process 'SIGSTOP)
      (unwind-protect
          (let ((context-broker-request-timeout .2))
            (mcp-test-wait (eq 'stop (process-status process)))
            (should (string-match "no answer within 0.2 s" (mcp-test-said root "echo"))))
        (signal-process process 'SIGCONT)
        (mcp-test-wait (eq 'run (process-status process)))))
    (should (equal (context-broker-mcp-await root "echo" '(:text "again")) "again"))))

(ert-deftest mcp-test-waiting-is-said ()
  (mcp-test-with "well"
    (let ((context-broker-request-timeout 1.5) said)
      (cl-letf (((symbol-function 'message)
                 (lambda (format &rest arguments)
                   (push (and format (apply #'format-message format arguments)) said))))
        (context-broker-mcp-await root "echo" '(:text ""))
        (should-not said)
        (should-error (context-broker-mcp-await root "never" nil)))
      (should (string-match-p "C-g cancels" (car (last said)))))))

(ert-deftest mcp-test-time-out ()
  (mcp-test-with "well"
    (context-broker-mcp-await root "echo" '(:text ""))
    (let ((context-broker-request-timeout .2))
      (should (string-match "no answer within 0.2 s"
                            (mcp-test-said root "never"))))
    (context-broker-mcp-await root "echo" '(:text ""))
    (should (member "notifications/cancelled" (mcp-test-sent)))))

(ert-deftest mcp-test-questions-of-the-server ()
  (mcp-test-with "well"
    (context-broker-mcp-await root "asks" nil)
    (context-broker-mcp-await root "echo" '(:text ""))
    (should (equal (last (mcp-test-sent) 4) '("r1" "r2" "r3" "tools/call")))))

(ert-deftest mcp-test-progress ()
  (mcp-test-with "well"
    (let (said answer)
      (context-broker-mcp-call root "progress" nil
                               :progress (lambda (text) (push text said))
                               :then (lambda (text) (setq answer text)))
      (mcp-test-wait answer)
      (should (equal (nreverse said) '("one" "two"))))
    ;; News gives a request its time again, also where nobody listens.
    (let ((context-broker-request-timeout .5))
      (should (equal (context-broker-mcp-await root "progress" nil) "done")))))

(ert-deftest mcp-test-close ()
  (mcp-test-with "well"
    (context-broker-mcp-await root "echo" '(:text ""))
    (let ((process (context-broker-mcp--connection-process
                    (context-broker-mcp-connection root)))
          failed)
      (context-broker-mcp-call root "never" nil
                               :error (lambda (text) (setq failed text)))
      (context-broker-mcp-close root)
      (should (equal failed "the server was closed"))
      (mcp-test-wait (not (process-live-p process)))
      (should (equal (context-broker-mcp-await root "echo" '(:text "again"))
                     "again")))))

(ert-deftest mcp-test-remote ()
  (should-error (context-broker-root "/ssh:host:/folder/") :type 'user-error))

;;; mcp-test.el ends here
