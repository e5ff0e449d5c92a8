;;; agent-test.el --- Conversations with agents  -*- lexical-binding: t; -*-

;;; Code:

(require 'agents)
(require 'ert)

(ert-deftest agent-shows-what-is-said-in-order ()
  (agents-with ((agent (agents-new)))
    (with-current-buffer agent
      (context-broker-agent-say "sleep 0.3\nsay one")
      (context-broker-agent-say "say two")
      (should (equal context-broker-agent--waiting '("say two"))))
    (should (string-match-p "> sleep 0.3\nsay one\n\none\n\n> say two\n\ntwo\n" (agents-text agent)))
    (with-current-buffer agent
      (should (equal context-broker-agent--tokens '(6 . 4)))
      (should (string-match-p "idle  6 tokens in, 4 out" (context-broker-agent--header))))))

(ert-deftest agent-is-sent-what-is-written-below ()
  (agents-with ((agent (agents-new)))
    (with-current-buffer agent
      (goto-char (point-max))
      (insert "say “ünï\\code” \"'$(x)")
      (context-broker-agent-send)
      (should (equal "" (buffer-substring context-broker-agent--start (point-max))))
      (should-error (context-broker-agent-send) :type 'user-error))
    (should (string-match-p "\n\n“ünï\\\\code” \"'\\$(x)\n" (agents-text agent)))
    (with-current-buffer agent
      (goto-char (point-min))
      (should-error (insert "x") :type 'text-read-only))))

(ert-deftest agent-reaches-its-own-emacs-beside-another ()
  (let* ((server-name "other") (server-process nil)
         (other (make-network-process :name "other" :family 'local :server t :noquery t
                                      :service (expand-file-name "other" server-socket-dir))))
    (unwind-protect
        (agents-with ((agent (agents-new)))
          (should (string-match-p (regexp-quote (buffer-name agent))
                                  (agents-ask agent "call buffer_list"))))
      (delete-process other)
      (delete-process server-process))))

(ert-deftest agent-in-a-folder-of-the-project-is-opened-again ()
  (agents-with ((agent (agents-new "deep" :folder (expand-file-name "lib/" (small-project)))))
    (let ((id (buffer-local-value 'context-broker-agent-id agent)))
      (kill-buffer agent)
      (cl-letf (((symbol-function 'completing-read)
                 (lambda (_ sessions &rest _) (car (cl-find ":deep" sessions :key #'car
                                                            :test #'string-search)))))
        (save-window-excursion (context-broker-agent-open)))
      (should (context-broker-agent-of id)))))

(ert-deftest agent-has-tools-of-the-project-and-of-emacs ()
  (agents-with ((agent (agents-new)))
    (let ((text (agents-ask agent "tools" "call search_codebase {\"query\":\"where are items kept\"}"
                            "call buffer_list")))
      (should (string-match-p "tools: .*search_codebase" text))
      (should (string-match-p "lib/store.ts" text))
      (should (string-match-p "•.buffer_list" text))
      (should (string-match-p (regexp-quote (buffer-name agent)) text)))))

(ert-deftest agent-goes-on-after-a-restart-of-emacs ()
  (agents-with ((agent (agents-new "kept")))
    (agents-ask agent "say remember me")
    (let ((id (buffer-local-value 'context-broker-agent-id agent)))
      (kill-buffer agent)
      (let* ((default-directory (small-project))
             (again (save-window-excursion (context-broker-agent-start "kept"))))
        (with-current-buffer again
          (should (equal id context-broker-agent-id))
          (should (equal "conversation-1" context-broker-agent--conversation)))
        (should (string-match-p "remember me\n\n> say and more\n\nand more"
                                (agents-ask again "say and more")))))))

(ert-deftest agent-whose-turn-was-cut-off-says-so ()
  (agents-with ((agent (agents-new "cut")))
    (agents-ask agent "say first")
    (with-current-buffer agent (context-broker-agent-say "say begun\nsleep 60"))
    ;; Also where Emacs is killed now.
    (should (plist-get (car (context-broker-agent--kept)) :turn))
    (should (string-match-p "> say begun" (context-broker-agent-read
                                           (with-current-buffer agent
                                             (context-broker-agent-file "conversation.txt")))))
    (kill-buffer agent)
    (let ((default-directory (small-project)))
      (with-current-buffer (save-window-excursion (context-broker-agent-start "cut"))
        (should (string-match-p "this turn did not end" (buffer-string)))
        (should (string-match-p "C-c C-r" (context-broker-agent-status)))
        (should (equal "say begun\nsleep 60" context-broker-agent--turn))
        (kill-buffer)))
    (with-current-buffer (save-window-excursion
                           (let ((default-directory (small-project)))
                             (context-broker-agent-start "cut")))
      (should (eq context-broker-agent-state 'idle)))))

(ert-deftest agent-that-ends-before-a-word-is-started-again ()
  (agents-with ((agent (agents-new)))
    (let ((mark (expand-file-name "crashed" user-emacs-directory)))
      (should (string-match-p "ended with 7; it is started again.*\n\nhere"
                              (agents-ask agent (concat "crash-once " mark) "say here"))))))

(ert-deftest agent-that-ends-amid-its-work-is-not-started-again ()
  (agents-with ((agent (agents-new)))
    (let ((text (agents-ask agent "say begun" "crash")))
      (should (string-match-p "begun\n\n\\[the agent ended with 7\\]" text))
      (should-not (string-match-p "started again" text)))
    (with-current-buffer agent
      (should (eq context-broker-agent-state 'failed))
      (setq context-broker-agent--turn "say better")
      (context-broker-agent-retry))
    (should (string-match-p "better\n\\'" (agents-text agent)))))

(ert-deftest agent-that-cannot-start-says-why ()
  (agents-with ((agent (agents-new)))
    (let ((text (agents-ask agent "grumble")))
      (should (string-match-p "ended with 8\\]\nthe key is wrong" text))
      (should (= 2 (1- (length (split-string text "started again"))))))))

(ert-deftest agent-is-interrupted ()
  (agents-with ((agent (agents-new)))
    (with-current-buffer agent
      (context-broker-agent-say "say begun\nsleep 60")
      (agents-wait-until (lambda () context-broker-agent-said))
      (context-broker-agent-interrupt))
    (should (string-match-p "\\[interrupted\\]" (agents-text agent)))
    (should (string-match-p "on\n\\'" (agents-ask agent "say on")))))

(ert-deftest agent-conversation-is-bounded ()
  (agents-with ((agent (agents-new)))
    (let ((context-broker-agent-scrollback 20000))
      (let ((text (agents-ask agent "flood 300000" "say the end")))
        (should (<= (length text) 20000))
        (should (string-prefix-p "[older output was removed]\n" text))
        (should (string-suffix-p "the end\n" text))))
    (with-current-buffer agent
      (context-broker-agent-clear)
      (should (equal "[older output was removed]\n"
                     (buffer-substring-no-properties (point-min) context-broker-agent--end))))))

(ert-deftest agent-folder-is-private-and-deleted ()
  (agents-with ((agent (agents-new "gone")))
    (let ((folder (context-broker-agent-folder (buffer-local-value 'context-broker-agent-id agent))))
      (should (= #o700 (file-modes folder)))
      (should (= #o600 (file-modes (expand-file-name "session.eld" folder))))
      (cl-letf (((symbol-function 'y-or-n-p) (lambda (_) t)))
        (with-current-buffer agent (context-broker-agent-delete)))
      (should-not (file-exists-p folder)))))

(ert-deftest agent-sessions-nobody-opens-are-deleted ()
  (agents-with ((old (agents-new "old")) (new (agents-new "new")))
    (let ((folders (mapcar (lambda (buffer)
                             (context-broker-agent-folder
                              (buffer-local-value 'context-broker-agent-id buffer)))
                           (list old new))))
      (kill-buffer old)
      (kill-buffer new)
      (set-file-times (car folders) (time-subtract nil (days-to-time 31)))
      (context-broker-agent-clean)
      (should (equal '(nil t) (mapcar #'file-exists-p folders)))
      (delete-directory (cadr folders) t))))

(ert-deftest agent-unknown-or-absent-is-refused ()
  (should-error (context-broker-agent-make (small-project) :client 'nobody) :type 'user-error)
  (let ((context-broker-client-programs '((codex "/no/such/program"))))
    (should-error (context-broker-agent-make (small-project) :client 'codex) :type 'user-error))
  (should-error (let ((default-directory "/ssh:nowhere:/tmp/")) (context-broker-agent-start))
                :type 'user-error))

;;; What a hostile day brings

(ert-deftest agent-garbage-in-the-stream-is-shown-and-passed-over ()
  (agents-with ((agent (agents-new)))
    (let ((text (agents-ask agent "raw {\"type\":\"assistant\",\"message\":{\"content\":[1,2]}}"
                            "raw {\"type\":\"assistant\",\"message\":{\"content\":[{\"type\":\"text\",\"text\":7}]}}"
                            "raw {\"type\":\"system\",\"subtype\":\"init\",\"session_id\":5}"
                            "raw [1,2" "raw \"\"" "raw 42" "bytes" "say after it")))
      (should (string-match-p "\\[1,2\n" text))
      (should (string-suffix-p "after it\n" text))
      (should (equal "conversation-1" (buffer-local-value 'context-broker-agent--conversation agent))))))

(ert-deftest agent-line-of-five-megabytes-does-not-stop-emacs ()
  (agents-with ((agent (agents-new)))
    (let* ((last (float-time)) (longest 0)
           (timer (run-at-time 0 .01 (lambda ()
                                       (setq longest (max longest (- (float-time) last))
                                             last (float-time)))))
           (text (agents-ask agent "long 5000000" "result 5000000" "say the end")))
      (cancel-timer timer)
      (should (string-suffix-p "the end\n" text))
      (should (string-match-p "… \\[4900000 more characters\\]" text))
      (should (> 9000 (apply #'max (mapcar #'length (split-string text "\n")))))
      (should (string-match-p "\\[the whole lines\\]" text))
      (message "longest pause: %.0f ms" (* 1000 longest)))))

(ert-deftest agent-that-is-killed-can-be-sent-the-turn-again ()
  (agents-with ((agent (agents-new)))
    (with-current-buffer agent
      (context-broker-agent-say "say begun\nsleep 60")
      (agents-wait-until (lambda () context-broker-agent-said))
      (should (file-exists-p (expand-file-name "session.eld" (context-broker-agent-folder
                                                              context-broker-agent-id))))
      (should (string-match-p "conversation-1"
                              (context-broker-agent-read
                               (expand-file-name "session.eld" (context-broker-agent-folder
                                                                context-broker-agent-id)))))
      (signal-process (process-id context-broker-agent--process) 'KILL))
    (should (string-match-p "\\[the agent ended with 9\\]" (agents-text agent)))
    (should (string-suffix-p "on\n" (agents-ask agent "say on")))))

(ert-deftest agent-that-cannot-be-started-is-not-at-work ()
  (agents-with ((agent (agents-new)))
    (cl-letf (((symbol-function 'make-process) (lambda (&rest _) (error "No process"))))
      (should-error (with-current-buffer agent (context-broker-agent-say "say x"))))
    (should (eq 'failed (buffer-local-value 'context-broker-agent-state agent)))
    (should (string-match-p "No process" (agents-text agent)))
    (should (string-suffix-p "y\n" (agents-ask agent "say y")))))

(ert-deftest agent-that-does-not-read-keeps-nobody-waiting ()
  (agents-with ((agent (agents-new)))
    (let ((context-broker-client-programs '((claude "sh" "-c" "sleep 60"))) (begin (float-time)))
      (with-current-buffer agent
        (context-broker-agent-say (make-string 3000000 ?x))
        (should (< (- (float-time) begin) 20))
        (should (process-live-p context-broker-agent--process))))))

(ert-deftest agent-ends-with-its-process ()
  (agents-with ((agent (agents-new)))
    (let* ((file (expand-file-name "pid" (small-project)))
           (script (format "echo $$ >%s.new; mv %s.new %s; exec sleep 60" file file file))
           (context-broker-client-programs `((claude "sh" "-c" ,script)))
           (running (lambda () (process-attributes
                                (with-temp-buffer (insert-file-contents file)
                                                  (string-to-number (buffer-string)))))))
      (with-current-buffer agent
        (context-broker-agent-say "work")
        (agents-wait-until (lambda () (file-exists-p file)))
        (should (funcall running))
        (signal-process context-broker-agent--process 'KILL))
      (agents-wait-until (lambda () (not (funcall running)))))
    (should (string-match-p "ended with 9" (agents-text agent)))))

(ert-deftest agent-goes-on-where-nothing-can-be-kept ()
  (agents-with ((agent (agents-new)))
    (let ((write (symbol-function 'context-broker-agent-write)) (debug-on-error nil))
      (cl-letf (((symbol-function 'context-broker-agent-write)
                 (lambda (file text)
                   (if (string-suffix-p "turn.json" file) (funcall write file text)
                     (signal 'file-error '("Write error" "No space left on device"))))))
        (should (string-suffix-p "two\n" (progn (agents-ask agent "say one")
                                                (agents-ask agent "say two"))))
        (kill-buffer agent))
      (should-not (buffer-live-p agent)))))

(ert-deftest agent-leaves-no-other-buffer ()
  (let ((before (buffer-list)))
    (agents-with ((agent (agents-new)))
      (agents-ask agent "say x" "grumble"))
    (should-not (seq-difference (buffer-list) before))))

(ert-deftest agent-session-of-another-emacs-is-not-opened ()
  (agents-with ((agent (agents-new "shared")))
    (let* ((folder (context-broker-agent-folder (buffer-local-value 'context-broker-agent-id agent)))
           (file (expand-file-name "session.eld" folder)) (default-directory (small-project))
           (other (make-process :name "emacs" :command '("sleep" "60"))))
      (should (eq t (file-locked-p file)))
      ;; Renamed, it is still the one.
      (with-current-buffer agent (rename-buffer "my agent"))
      (should (eq agent (save-window-excursion (context-broker-agent-start "shared"))))
      (kill-buffer agent)
      (should-not (file-locked-p file))
      (let ((lock (expand-file-name ".#session.eld" folder)))
        (make-symbolic-link (format "someone@%s.%d" (system-name) (process-id other)) lock)
        (should-error (context-broker-agent-start "shared") :type 'user-error)
        (should (file-symlink-p lock))
        ;; The lock of an Emacs that is gone holds nobody up.
        (delete-process other)
        (agents-wait-until (lambda () (not (process-attributes (process-id other)))))
        (should (eq t (with-current-buffer (save-window-excursion
                                             (context-broker-agent-start "shared"))
                        (file-locked-p file))))))))

(provide 'agent-test)
;;; agent-test.el ends here
