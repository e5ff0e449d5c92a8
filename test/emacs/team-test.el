;;; team-test.el --- Agents that work together  -*- lexical-binding: t; -*-

;;; Code:

(require 'agents)
(require 'ert)

(defun team-test-as (buffer tool &rest arguments)
  "Call TOOL with ARGUMENTS, in its order, as the agent of BUFFER would."
  (cl-letf (((symbol-function 'context-broker-tools-caller)
             (lambda () (buffer-local-value 'context-broker-agent-id buffer))))
    (apply (plist-get (alist-get tool context-broker-tools--registry nil nil #'equal) :function)
           arguments)))

(defun team-test-messages (buffer)
  "Return the texts of the messages that the agent of BUFFER gets now."
  (mapcar (lambda (message) (alist-get 'text message)) (cadr (team-test-as buffer "check_messages"))))

(defun team-test-send (from to text)
  "Send TEXT to the agent named TO as the agent of FROM."
  (team-test-as from "message_agent" to text))

(defmacro team-test-asleep (&rest body)
  "Evaluate BODY where no message wakes an agent."
  `(let ((context-broker-team-wakes-max 0)) ,@body))

(ert-deftest team-works-through-the-tools-of-the-server ()
  (agents-with ((main (agents-new)))
    (let ((context-broker-tools-rules '(("spawn_agent" ".*" allow))) (context-broker-team-wakes-max 1))
      (agents-ask main (concat "call spawn_agent {\"name\":\"helper\",\"task\":"
                               "\"call message_agent {\\\"to\\\":\\\"main\\\",\\\"text\\\":\\\"found “it”\\\"}\"}"))
      (let ((helper (get-buffer (context-broker-agent--buffer-name (small-project) "helper"))))
        (should (string-match-p "sent; 1 wait for main" (agents-text helper)))
        (should (string-match-p "Messages wait for you" (agents-text main)))
        (should (string-match-p "found “it”" (agents-ask main "call check_messages")))
        (let ((text (agents-ask main "call list_agents")))
          (should (string-match-p "\"name\":\"helper\"" text))
          (should (string-match-p "\"you\":true" text)))))))

(ert-deftest team-messages-arrive-in-order-and-once ()
  (agents-with ((main (agents-new)) (helper (agents-new "helper")))
    (team-test-asleep
     (dotimes (number 30) (team-test-send main "helper" (format "%d" number)))
     (should (equal (number-sequence 0 29)
                    (mapcar #'string-to-number (team-test-messages helper))))
     ;; They are there until the turn has ended.
     (should (= 30 (length (team-test-messages helper))))
     (agents-ask helper "say read")
     (should-not (team-test-messages helper)))))

(ert-deftest team-messages-outlive-a-failed-turn-and-a-restart ()
  (agents-with ((main (agents-new)) (helper (agents-new "helper")))
    (team-test-asleep
     (team-test-send main "helper" "\"quotes\" \\ ünï\n\0end")
     (team-test-messages helper)
     (agents-ask helper "say begun" "crash")
     (kill-buffer helper)
     (let* ((default-directory (small-project))
            (again (save-window-excursion (context-broker-agent-start "helper"))))
       (should (equal '("\"quotes\" \\ ünï\n\0end") (team-test-messages again)))))))

(ert-deftest team-message-that-comes-after-reading-is-kept ()
  (agents-with ((main (agents-new)) (helper (agents-new "helper")))
    (team-test-asleep
     (team-test-send main "helper" "first")
     (team-test-messages helper)
     (team-test-send main "helper" "second")
     (agents-ask helper "say read")
     (should (equal '("second") (team-test-messages helper))))))

(ert-deftest team-queue-says-when-it-is-full ()
  (agents-with ((main (agents-new)) (_helper (agents-new "helper")))
    (team-test-asleep
     (let ((context-broker-team-messages-max 2) (context-broker-team-message-size-max 10))
       (team-test-send main "helper" "1")
       (team-test-send main "helper" "2")
       (should (string-match-p "2 messages wait for helper.*was not sent"
                               (nth 1 (should-error (team-test-send main "helper" "3")))))
       (should-error (team-test-send main "helper" (make-string 11 ?x)))))))

(ert-deftest team-agents-that-answer-each-other-stop ()
  (agents-with ((main (agents-new)) (helper (agents-new "helper")))
    (let ((context-broker-team-wakes-max 3))
      (dotimes (number 6)
        (team-test-send main "helper" (format "%d" number))
        (agents-text helper))
      (should (= 3 (buffer-local-value 'context-broker-agent-wakes helper)))
      (with-current-buffer helper
        (goto-char (point-max))
        (insert "say I am back")
        (context-broker-agent-send))
      ;; What it did not read wakes it again, as often as before.
      (should (= 6 (1- (length (split-string (agents-text helper) "> Messages wait"))))))))

(ert-deftest team-refuses-with-the-reason ()
  (agents-with ((main (agents-new)) (_helper (agents-new "helper")))
    (cl-flet ((why (&rest call) (nth 1 (should-error (apply #'team-test-as main call)))))
      (should (string-match-p "no other agent nobody" (why "message_agent" "nobody" "x")))
      (should (string-match-p "no other agent main" (why "message_agent" "main" "x")))
      (should (string-match-p "cannot name" (why "spawn_agent" "../x" "t" nil nil)))
      (should (string-match-p "already" (why "spawn_agent" "helper" "t" nil nil)))
      (dolist (folder '("/" ".." "/tmp" "no-such-folder" "lib/../.."))
        (should (string-match-p "no folder in yours"
                                (why "spawn_agent" "x" "t" nil folder))))
      (let ((context-broker-team-agents-max 2))
        (should (string-match-p "2 agents are open" (why "spawn_agent" "x" "t" nil nil)))))
    (should-error (team-test-as (get-buffer-create "none") "list_agents"))))

;; The hook of an agent that is gone must not run in another's buffer.
(ert-deftest team-oneshot-that-ends-takes-no-messages-of-others ()
  (agents-with ((one (agents-new)) (two (agents-new "two")))
    (team-test-asleep (team-test-send one "two" "keep me"))
    (with-current-buffer two
      (context-broker-agent-say "call check_messages\nsleep 5")
      (agents-wait-until (lambda () context-broker-team--read))
      (let ((file (find-file-noselect (expand-file-name "lib/cache.ts" (small-project)))))
        (with-current-buffer file (context-broker-do 'buffer "say nothing"))
        (bury-buffer (get-buffer "*scratch*"))
        (agents-wait-until (lambda () (= 2 (length (context-broker-agent-sessions)))))
        (kill-buffer file))
      (should context-broker-team--read)
      (should (cl-every #'file-exists-p context-broker-team--read)))))

(provide 'team-test)
;;; team-test.el ends here
