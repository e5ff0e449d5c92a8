;;; oneshot-test.el --- Agents for one task and one place  -*- lexical-binding: t; -*-

;;; Code:

(require 'agents)
(require 'ert)

(defun oneshot-test-overlays (buffer)
  "Return the overlays of BUFFER that highlight a target."
  (with-current-buffer buffer
    (cl-remove-if-not (lambda (overlay)
                        (eq 'context-broker-oneshot-target (overlay-get overlay 'face)))
                      (overlays-in (point-min) (point-max)))))

(defmacro oneshot-test-in (buffer path &rest body)
  "Evaluate BODY where BUFFER visits PATH of the small project; check the end.
Whatever happened, nothing of an agent may be left then."
  (declare (indent 2))
  `(let ((,buffer (find-file-noselect (expand-file-name ,path (small-project)))))
     (unwind-protect
         (with-current-buffer ,buffer
           ,@body
           (agents-wait-until (lambda () (null (context-broker-agent-sessions))))
           (should-not (oneshot-test-overlays ,buffer))
           (should-not (cl-find-if (lambda (process)
                                     (string-prefix-p "*broker:" (process-name process)))
                                   (process-list)))
           (should-not (directory-files (context-broker-agent-folder) nil
                                        "\\`[0-9a-f]\\{32\\}\\'")))
       (with-current-buffer ,buffer (set-buffer-modified-p nil) (kill-buffer))
       (small-project-reset))))

(defun oneshot-test-said ()
  "Return the last message."
  (with-current-buffer (messages-buffer)
    (buffer-substring-no-properties (max (point-min) (- (point-max) 2000)) (point-max))))

(ert-deftest oneshot-edits-its-line-and-is-done ()
  (oneshot-test-in buffer "lib/cache.ts"
    (goto-char (point-min))
    (forward-line 1)
    (context-broker-do
     'region
     (concat "tools\ncall buffer_read {\"buffer\":\"cache.ts\"}\n"
             "call buffer_edit {\"buffer\":\"cache.ts\",\"old_text\":\"{}\",\"new_text\":\"{ /* kept */ }\"}\n"
             "call done {\"summary\":\"wrote a remark\"}"))
    (should (= 1 (length (oneshot-test-overlays buffer))))
    (agents-wait-until (lambda () (string-match-p "Done: wrote a remark" (oneshot-test-said))))
    (should (string-match-p "^  save(): void { /\\* kept \\*/ }$" (buffer-string)))))

(ert-deftest oneshot-that-crashes-leaves-nothing ()
  (oneshot-test-in buffer "lib/store.ts"
    (context-broker-do 'buffer "say here I am\ncrash")
    (agents-wait-until (lambda () (string-match-p "The agent failed:" (oneshot-test-said))))))

(ert-deftest oneshot-that-does-not-say-it-is-done-leaves-nothing ()
  (oneshot-test-in buffer "lib/store.ts"
    (context-broker-do 'project "say I leave it at that")
    (agents-wait-until (lambda () (string-match-p "without calling `done'" (oneshot-test-said))))))

(ert-deftest oneshot-is-stopped ()
  (oneshot-test-in buffer "lib/store.ts"
    (context-broker-do 'directory "sleep 60")
    (should-not (oneshot-test-overlays buffer))
    (should (= 1 (length (context-broker-agent-sessions))))
    (context-broker-do-stop)))

(ert-deftest oneshot-whose-target-is-killed-ends-in-an-error ()
  (oneshot-test-in buffer "lib/store.ts"
    (let ((other (find-file-noselect (expand-file-name "lib/more.ts" (small-project)))))
      (with-current-buffer other
        (context-broker-do 'buffer (concat "sleep 0.5\ncall buffer_read {\"buffer\":\"more.ts\"}\n"
                                           "say after that")))
      (kill-buffer other))
    (agents-wait-until (lambda () (string-match-p "after that" (oneshot-test-said))))))

(ert-deftest oneshot-has-only-tools-that-its-scope-bounds ()
  (oneshot-test-in buffer "lib/store.ts"
    (let* ((session (context-broker-do 'buffer "tools\nsleep 3"))
           (text ""))
      (agents-wait-until
       (lambda ()
         (when (buffer-live-p session)
           (setq text (with-current-buffer session
                        (buffer-substring-no-properties (point-min) (point-max)))))
         (string-match-p "tools: " text)))
      (string-match "tools: \\(.*\\)" text)
      (let ((tools (split-string (match-string 1 text))))
        (should (member "done" tools))
        (should (member "buffer_read" tools))
        (dolist (not-this '("eval" "search_codebase" "spawn_agent" "message_agent" "list_agents"
                            "create_file" "replace_text"))
          (should-not (member not-this tools))))
      (context-broker-do-stop))))

(ert-deftest oneshot-refuses-what-it-cannot-keep-within-a-scope ()
  (let ((context-broker-oneshot-agent 'codex)
        (context-broker-client-programs '((codex "true"))))
    (oneshot-test-in buffer "lib/store.ts"
      (should-error (context-broker-do 'buffer "say x") :type 'user-error)))
  (with-temp-buffer
    (should-error (context-broker-do 'buffer "say x") :type 'user-error)
    ;; And before it asks what to do.
    (cl-letf (((symbol-function 'read-string) (lambda (&rest _) (ert-fail "It asked"))))
      (should-error (call-interactively #'context-broker-do) :type 'user-error))
    (let ((default-directory "/ssh:nowhere:/tmp/"))
      (should-error (context-broker-do 'directory "say x") :type 'user-error)))
  (should-error (context-broker-do 'buffer "  ") :type 'user-error))

(provide 'oneshot-test)
;;; oneshot-test.el ends here
