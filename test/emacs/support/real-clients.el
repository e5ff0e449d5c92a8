;;; real-clients.el --- Sessions with real command-line agents  -*- lexical-binding: t; -*-

;;; Commentary:

;; Loaded by test/emacs/real-clients.mjs, whose model does what lines of a prompt say: CALL TOOL {JSON}.  Each step is printed as a
;; line of JSON.

;;; Code:

(require 'agents)

(setq context-broker-client-programs
      (mapcar (lambda (name) (list name (getenv (format "CLIENT_%s" (upcase (symbol-name name)))))) '(claude kimi codex)))

(defun real-clients-print (step &rest more)
  "Print STEP with MORE, a plist, as a line."
  (princ (concat (json-serialize `(:step ,step . ,more) :false-object :false) "\n")))

(defun real-clients-turns (client &rest prompts)
  "Do PROMPTS in one session with CLIENT, and print what the buffer shows."
  (let ((buffer (context-broker-agent-make (small-project) :name (format "real-%s" client) :client client)))
    (dolist (prompt prompts)
      (let ((before (with-current-buffer buffer (marker-position context-broker-agent--end))))
        (real-clients-print (format "%s: %s" client prompt)
                            :text (substring (agents-ask buffer prompt) (1- before))
                            :state (symbol-name (buffer-local-value 'context-broker-agent-state buffer)))))
    (kill-buffer buffer)))

(defun real-clients-scoped (client &rest prompts)
  "Do PROMPTS in one session with CLIENT in the scope of a buffer; print too what it may call."
  (let* ((target (find-file-noselect (expand-file-name "lib/cache.ts" (small-project))))
         (buffer (context-broker-agent-make (small-project) :name (format "scoped-%s" client) :client client
                                            :scope (list :kind 'buffer :buffer target))))
    (dolist (prompt prompts)
      (real-clients-print
       (format "%s in a scope: %s" client prompt)
       :text (agents-ask buffer prompt)
       :state (symbol-name (buffer-local-value 'context-broker-agent-state buffer))
       :may (vconcat (cl-loop for (name . tool) in context-broker-tools--registry
                              when (context-broker-tools--offered-p
                                    tool (buffer-local-value 'context-broker-agent-id buffer))
                              collect name))))
    (kill-buffer buffer)))

(defun real-clients-oneshot (client)
  "Have CLIENT change a line, and print the buffer once it is done."
  (with-current-buffer (find-file-noselect (expand-file-name "lib/cache.ts" (small-project)))
    (goto-char (point-min))
    (forward-line 1)
    (let ((context-broker-oneshot-agent client))
      (context-broker-do 'region (concat "CALL buffer_edit {\"old_text\":\"save\",\"new_text\":\"changed\"}\n"
                                         "CALL done {\"summary\":\"changed it\"}")))
    (agents-wait-until (lambda () (null (context-broker-agent-sessions))))
    (real-clients-print (format "%s once" client) :text (buffer-string) :overlays (length (overlays-in 1 (point-max))))
    (set-buffer-modified-p nil)
    (kill-buffer)))

(defconst real-clients-both "CALL buffer_list {}\nCALL search_codebase {\"query\":\"where are items kept\"}")

(dolist (client '(claude kimi codex))
  (real-clients-turns client (concat real-clients-both "\nTURN one") "CALL buffer_list {}\nTURN two"))
(dolist (client '(claude kimi))
  (real-clients-scoped client "CALL buffer_read {}\nTURN one" "CALL buffer_read {}\nTURN two")
  (real-clients-oneshot client))
(let ((context-broker-oneshot-agent 'codex))
  (with-current-buffer (find-file-noselect (expand-file-name "lib/store.ts" (small-project)))
    (real-clients-print "codex in a scope" :text (condition-case problem (progn (context-broker-do 'buffer "x") "began")
                                                   (user-error (cadr problem))))))

(provide 'real-clients)
;;; real-clients.el ends here
