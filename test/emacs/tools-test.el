;;; tools-test.el --- The tools without a server  -*- lexical-binding: t; -*-

;;; Code:

(require 'ert)
(require 'context-broker-buffers)

;; The tests put functions in the place of primitives, which newer Emacs would compile to native code for.
(defvar native-comp-enable-subr-trampolines)
(setq native-comp-enable-subr-trampolines nil)

(defvar tools-test-folder nil "The exchange folder of the test that runs.")
(defvar tools-test-calls 0)

(defmacro tools-test-with (session &rest body)
  "Run BODY attached as the agent SESSION, and undo what it registered."
  (declare (indent 1))
  `(let* ((tools-test-folder (file-name-as-directory (make-temp-file "cb-test" t)))
          (project (file-name-as-directory (file-truename (make-temp-file "cb-project" t))))
          (context-broker-tools--attached nil)
          (context-broker-tools--sessions nil)
          (context-broker-tools--approved nil)
          (context-broker-tools-rules nil)
          (context-broker-tools--registry (copy-tree context-broker-tools--registry))
          (create-lockfiles nil) (make-backup-files nil)
          (buffers (buffer-list)))
     (ignore project)
     (unwind-protect
         (progn (context-broker-tools-attach tools-test-folder ,session project)
                ,@body)
       (dolist (buffer (buffer-list))
         (unless (or (memq buffer buffers) (not (buffer-live-p buffer)))
           (with-current-buffer buffer (set-buffer-modified-p nil))
           (kill-buffer buffer)))
       (delete-directory tools-test-folder t)
       (delete-directory project t))))

(defun tools-test-offer ()
  "What tools.json says."
  (with-temp-buffer
    (insert-file-contents (expand-file-name "tools.json" tools-test-folder))
    (json-parse-buffer :object-type 'alist :array-type 'list)))

(defmacro tools-test-until (condition)
  "Let Emacs go on until CONDITION, at most half a minute."
  `(cl-loop repeat 600 until ,condition do (accept-process-output nil 0.05)))

(defun tools-test-names ()
  (mapcar (lambda (tool) (alist-get 'name tool)) (alist-get 'tools (tools-test-offer))))

(defun tools-test-place (name arguments)
  "Write a call of the tool NAME with ARGUMENTS, and tell of it; return its id."
  (let ((id (number-to-string (cl-incf tools-test-calls))))
    (context-broker-tools--write
     (expand-file-name (concat id ".call") tools-test-folder)
     `((tool . ,name) (arguments . ,arguments)))
    (context-broker-tools-run tools-test-folder id)
    id))

(defun tools-test-answer (id)
  "The answer to the call ID, waited for."
  (let ((file (expand-file-name (concat id ".answer") tools-test-folder)) (tries 0))
    (while (and (not (file-exists-p file)) (< tries 400))
      (cl-incf tries)
      (accept-process-output nil 0.01))
    (with-temp-buffer
      (insert-file-contents file)
      (json-parse-buffer :object-type 'alist :array-type 'list :false-object :false))))

(defun tools-test-call (name &rest arguments)
  "What the tool NAME answers to ARGUMENTS, pairs of name and value."
  (let ((answer (tools-test-answer
                 (tools-test-place name (cl-loop for (key value) on arguments by #'cddr
                                                 collect (cons key value))))))
    (or (alist-get 'text answer) (alist-get 'value answer)
        (cons 'error (alist-get 'message (alist-get 'error answer))))))

(defun tools-test-refused (answer regexp)
  "Whether ANSWER is an error that matches REGEXP."
  (should (eq 'error (car-safe answer)))
  (should (string-match-p regexp (cdr answer))))

(defun tools-test-file (name text)
  "The path of the file NAME of the project, with TEXT."
  (let ((file (expand-file-name name (caddr (car context-broker-tools--attached)))))
    (make-directory (file-name-directory file) t)
    (write-region text nil file nil 'silent)
    file))

;;; Definition
(ert-deftest tools-test-schema ()
  (tools-test-with ""
    (context-broker-deftool my-tool
      "Does it."
      :safe t
      :args ((a string :required "first") (b integer) (c (array (choice "x" "y"))) (d file "where"))
      (list a b c d))
    (let ((tool (seq-find (lambda (tool) (equal "my_tool" (alist-get 'name tool)))
                          (alist-get 'tools (tools-test-offer)))))
      (should (equal t (alist-get 'safe tool)))
      (should (equal (alist-get 'inputSchema tool)
                     '((type . "object")
                       (properties (a (type . "string") (description . "first"))
                                   (b (type . "integer"))
                                   (c (type . "array") (items (type . "string") (enum "x" "y")))
                                   (d (type . "string") (description . "where")))
                       (required "a")))))))

(ert-deftest tools-test-definition-is-announced ()
  (tools-test-with ""
    (should-not (member "later" (tools-test-names)))
    (context-broker-deftool later "Comes later." :function #'ignore)
    (should (member "later" (tools-test-names)))
    (let ((context-broker-tools-rules '(("later" ".*" deny))))
      (context-broker-tools-announce)
      (should-not (member "later" (tools-test-names))))))

(ert-deftest tools-test-definition-is-checked ()
  (dolist (form '((context-broker-deftool UPPER "x" :function #'ignore)
                  (context-broker-deftool a-tool "" :function #'ignore)
                  (context-broker-deftool a-tool "x")
                  (context-broker-deftool a-tool "x" :function #'ignore :context elsewhere)
                  (context-broker-deftool a-tool "x" :function #'ignore :args ((a text)))))
    (should-error (eval form t))))

;;; Arguments and answers
(ert-deftest tools-test-arguments ()
  (tools-test-with ""
    (context-broker-deftool show
      "Shows." :safe t
      :args ((a string :required) (b integer) (c boolean) (d (array integer)) (e (choice "x" "y")))
      (list a b c d e))
    (should (equal "(\"é\" 3 t (1 2) \"x\")"
                   (tools-test-call "show" 'a "é" 'b 3 'c t 'd [1 2] 'e "x")))
    (should (equal "(\"\" nil nil nil nil)" (tools-test-call "show" 'a "" 'c :false)))
    (context-broker-deftool unescaped "Counts." :safe t :args ((texts (array string)))
      (mapcar (lambda (text) (seq-count #'zerop text)) texts))
    (should (equal (format "%S" (make-list 2000 1))
                   (tools-test-call "unescaped" 'texts (make-vector 2000 "\uE0001\uE0000é"))))))

(ert-deftest tools-test-answers ()
  (tools-test-with ""
    (dolist (case `(("text" "text") (nil "nil") ((a b) "(a b)")
                    ((context-broker-tools--value [1 (b . :false)]) error)
                    ((context-broker-tools--value ((a . [1 "x"]))) ((a 1 "x")))
                    (,(string #x3fff80 ?a #xd800) "�a�") ("\300" "�")))
      (context-broker-tools-define 'give "x" :safe t :function (lambda () (car case)))
      (let ((answer (tools-test-call "give")))
        (if (eq 'error (cadr case)) (should (eq 'error (car answer)))
          (should (equal (cadr case) answer)))))))

(ert-deftest tools-test-errors-are-answers ()
  (tools-test-with ""
    (context-broker-deftool bad "x" :safe t (error "Broken %s" "so"))
    (context-broker-deftool quits "x" :safe t (signal 'quit nil))
    (context-broker-deftool asks "x" :safe t (read-string "?"))
    (context-broker-deftool fails "x" :safe t (context-broker-tools-fail "no %d" "hint" 3))
    (tools-test-refused (tools-test-call "bad") "Broken so")
    (tools-test-refused (tools-test-call "quits") "C-g")
    (tools-test-refused (tools-test-call "asks") "wanted to ask")
    (tools-test-refused (tools-test-call "fails") "no 3")
    (tools-test-refused (tools-test-call "nothing") "may not call nothing")))

(ert-deftest tools-test-later ()
  (tools-test-with ""
    (let ((stopped 0))
      (context-broker-deftool slow "x" :safe t
        (context-broker-tools-later
         (lambda (answer)
           (run-at-time 0.05 nil answer "at last")
           (lambda () (cl-incf stopped)))
         :message "thinking" :seconds 7))
      (let ((id (tools-test-place "slow" nil)))
        (should (equal "at last" (alist-get 'text (tools-test-answer id))))
        (should (equal 1 stopped))
        (with-temp-buffer
          (insert-file-contents (expand-file-name (concat id ".later") tools-test-folder))
          (should (equal '((message . "thinking") (seconds . 7))
                         (json-parse-buffer :object-type 'alist))))))))

(ert-deftest tools-test-calls-in-their-order ()
  (tools-test-with ""
    (let (ran)
      (context-broker-tools-define 'note "x" :safe t :args '((n integer)) :function (lambda (n) (push n ran)))
      (dolist (n '(10 9 8))
        (context-broker-tools--write (expand-file-name (format "%d.call" n) tools-test-folder)
                                     `((tool . "note") (arguments (n . ,n)))))
      (context-broker-tools-run tools-test-folder "10")
      (tools-test-until (= 3 (length ran)))
      (should (equal '(10 9 8) ran)))))

(ert-deftest tools-test-claimed-once ()
  (tools-test-with ""
    (let ((runs 0))
      (context-broker-tools-define 'count "x" :safe t :function (lambda () (cl-incf runs)))
      (let ((id (tools-test-place "count" nil)))
        (context-broker-tools-run tools-test-folder id)
        (tools-test-answer id)
        (context-broker-tools-run tools-test-folder id)
        (accept-process-output nil 0.05)
        (should (equal 1 runs)))
      (let ((id (tools-test-place "count" nil)))
        (rename-file (expand-file-name (concat id ".call") tools-test-folder)
                     (expand-file-name (concat id ".withdrawn") tools-test-folder))
        (accept-process-output nil 0.05)
        (should (equal 1 runs))))))

;;; Contexts
(ert-deftest tools-test-contexts ()
  (tools-test-with ""
    (let ((file (tools-test-file "a.txt" "hello\n")))
      (dolist (case '((auto file file) (auto path string) (file file file) (auto file_path string)))
        (pcase-let ((`(,context ,name ,type) case))
          (context-broker-tools-define 'where "x" :safe t :context context :args `((,name ,type))
                                       :function (lambda (_) (buffer-string)))
          (should (equal "hello\n" (tools-test-call "where" name "a.txt")))))
      (context-broker-tools-define 'where "x" :safe t :args '((buffer buffer))
                                   :function (lambda (buffer) (format "%s %s" (buffer-string) (bufferp buffer))))
      (should (equal "hello\n t" (tools-test-call "where" 'buffer (buffer-name (find-buffer-visiting file)))))
      (tools-test-refused (tools-test-call "where" 'buffer "none such") "no buffer none such")
      (context-broker-tools-define 'where "x" :safe t :args '((directory directory))
                                   :function (lambda (_) default-directory))
      (should (equal temporary-file-directory (tools-test-call "where" 'directory temporary-file-directory)))
      (tools-test-refused (tools-test-call "where" 'directory "/none such") "no folder")
      (context-broker-tools-define 'where "x" :safe t :needs-session-cwd t :function (lambda () default-directory))
      (should (equal project (tools-test-call "where")))
      (tools-test-refused (tools-test-call "buffer_read" 'file "/ssh:host:/etc/passwd") "another machine"))))

;;; Approval
(ert-deftest tools-test-unsafe-asks ()
  (tools-test-with ""
    (context-broker-deftool risky "x" "done")
    (tools-test-refused (tools-test-call "risky") "no frame")
    (let ((context-broker-tools-rules '(("ris.*" ".*" allow))))
      (should (equal "done" (tools-test-call "risky"))))
    (let ((context-broker-tools-rules '(("risk" ".*" allow))))
      (tools-test-refused (tools-test-call "risky") "no frame"))
    (let ((context-broker-tools-rules '(("risky" "" deny) (".*" ".*" allow))))
      (context-broker-tools-announce)
      (should-not (member "risky" (tools-test-names)))
      (tools-test-refused (tools-test-call "risky") "may not call"))
    (let ((context-broker-tools-approve-safe nil))
      (tools-test-refused (tools-test-call "buffer_list") "no frame"))))

(defmacro tools-test-with-person (&rest body)
  "Run BODY as if somebody looked at Emacs."
  `(cl-letf (((symbol-function 'context-broker-prompt-frame) #'selected-frame)
             (context-broker-prompt--queue nil))
     ,@body))

(defun tools-test-press (&rest keys)
  "Press KEYS, characters, in the question that is shown, once it is."
  (let ((tries 0) buffer)
    (while (and (null (setq buffer (and context-broker-prompt--queue
                                        (car (context-broker-prompt--buffers
                                              (car context-broker-prompt--queue))))))
                (< tries 200))
      (cl-incf tries)
      (accept-process-output nil 0.02))
    (dolist (key keys)
      (when (buffer-live-p buffer)
        (with-current-buffer buffer
          (let ((last-command-event key))
            (call-interactively (lookup-key context-broker-prompt-mode-map (string key)))))))))

(ert-deftest tools-test-approval ()
  (tools-test-with ""
    (context-broker-deftool risky "x" "done")
    (tools-test-with-person
     (dolist (case '((?1 . nil) (?3 . "refused") (?q . "refused")))
       (let ((id (tools-test-place "risky" nil)))
         (tools-test-press (car case))
         (let ((answer (tools-test-answer id)))
           (if (cdr case) (should (string-match-p (cdr case) (alist-get 'message (alist-get 'error answer))))
             (should (equal "done" (alist-get 'text answer)))))))
     (let ((id (tools-test-place "risky" nil)))
       (tools-test-press ?2)
       (should (equal "done" (alist-get 'text (tools-test-answer id)))))
     (should (equal "done" (tools-test-call "risky")))
     (setq context-broker-tools--approved nil)
     (let ((context-broker-prompt-timeout 1))
       (tools-test-refused (tools-test-call "risky") "nobody answered")))))

(ert-deftest tools-test-approval-is-of-one-agent ()
  (tools-test-with ""
    (context-broker-deftool risky "x" "done")
    (let ((another (file-name-as-directory (make-temp-file "cb-test" t))))
      (unwind-protect
          (tools-test-with-person
           (context-broker-tools-attach another "" project)
           (let ((id (tools-test-place "risky" nil)))
             (tools-test-press ?2)
             (should (equal "done" (alist-get 'text (tools-test-answer id)))))
           (let ((tools-test-folder another) (context-broker-prompt-timeout 1))
             (tools-test-refused (tools-test-call "risky") "nobody answered")))
        (delete-directory another t)))))

(ert-deftest tools-test-approval-of-abandoned-call-runs-nothing ()
  (tools-test-with ""
    (let ((runs 0))
      (context-broker-tools-define 'risky "x" :function (lambda () (cl-incf runs)))
      (tools-test-with-person
       (let ((id (tools-test-place "risky" nil)))
         (tools-test-press)
         (should context-broker-prompt--queue)
         (context-broker-tools-cancel tools-test-folder id)
         (should-not context-broker-prompt--queue))
       (let ((id (tools-test-place "risky" nil)))
         (tools-test-press)
         (delete-file (expand-file-name (concat id ".taken") tools-test-folder))
         (tools-test-press ?1)
         (accept-process-output nil 0.1)))
      (should (equal 0 runs)))))

(ert-deftest tools-test-question-of-a-server-that-ended ()
  (tools-test-with ""
    (tools-test-with-person
     (let ((id (tools-test-place "confirm" '((question . "Still?")))) (tries 0))
       (tools-test-press)
       (delete-file (expand-file-name (concat id ".taken") tools-test-folder))
       (while (and context-broker-prompt--queue (< (cl-incf tries) 100))
         (accept-process-output nil 0.1))
       (should-not context-broker-prompt--queue)))
    (let ((ended (make-process :name "ended" :command '("true"))))
      (while (process-live-p ended) (accept-process-output ended 0.1))
      (dolist (case `((,(emacs-pid) . t) (,(process-id ended) . nil)))
        (let ((folder (expand-file-name (format "context-broker-emacs-%d-x/" (car case)) project)))
          (make-directory folder)
          (write-region "" nil (expand-file-name "1.taken" folder) nil 'silent)
          (should (eq (cdr case) (and (context-broker-tools--awaited-p
                                       `((id . "1") (folder . ,folder)))
                                      t))))))))

(ert-deftest tools-test-eval ()
  (tools-test-with ""
    (should-not (member "eval" (tools-test-names)))
    (tools-test-refused (tools-test-call "eval" 'code "1") "may not call")
    (let ((context-broker-tools-rules '(("eval" ".*" allow))))
      (unwind-protect
          (progn
            (setq context-broker-tools-allow-eval t)
            (tools-test-until (member "eval" (tools-test-names)))
            (should (member "eval" (tools-test-names)))
            (should (equal "3" (tools-test-call "eval" 'code "(+ 1 2) ; sum")))
            (should (equal "hi\nnil" (tools-test-call "eval" 'code "(princ \"hi\") nil\n;; end\n")))
            (should (equal "nil" (tools-test-call "eval" 'code "")))
            (tools-test-refused (tools-test-call "eval" 'code "(+ 1") "End of file")
            (tools-test-refused (tools-test-call "eval" 'code "(car 1)") "Wrong type")
            (tools-test-call "eval" 'code "(context-broker-deftool mine \"Mine.\" :args ((a string)) a)")
            (should (member "mine" (tools-test-names))))
        (setq context-broker-tools-allow-eval nil)))))

;;; The buffers' tools
(ert-deftest tools-test-read ()
  (tools-test-with ""
    (tools-test-file "a.txt" "1\n2\n3\n4\n5")
    (let ((read (lambda (&rest more) (apply #'tools-test-call "buffer_read" 'file "a.txt" more))))
      (should (equal "1\n2\n3\n4\n5" (funcall read)))
      (should (equal "2\n3\n" (funcall read 'start_line 2 'end_line 3)))
      (should (equal "4\n5" (funcall read 'start_line 4)))
      (should (equal "" (funcall read 'start_line 9 'end_line 12)))
      (should (equal "4\n5" (funcall read 'tail_lines 2)))
      (should (equal "1\n2\n\n[4 of 9 characters: lines 1 to 3]" (funcall read 'max_chars 4)))
      (tools-test-refused (funcall read 'start_line 4 'end_line 2) "after end_line")
      (with-current-buffer (find-buffer-visiting (expand-file-name "a.txt" project))
        (narrow-to-region 3 5))
      (should (equal "1\n" (funcall read 'start_line 1 'end_line 1))))))

(ert-deftest tools-test-edit-and-save ()
  (tools-test-with ""
    (setq context-broker-tools-rules '((".*" ".*" allow)))
    (let ((file (tools-test-file "a.txt" "one two\ntwo\n")))
      (tools-test-refused (tools-test-call "buffer_edit" 'file "a.txt" 'old_text "three" 'new_text "x") "occurs 0")
      (tools-test-refused (tools-test-call "buffer_edit" 'file "a.txt" 'old_text "two" 'new_text "x") "occurs 2")
      (tools-test-refused (tools-test-call "buffer_edit" 'file "a.txt" 'old_text "TWO" 'new_text "x") "occurs 0")
      (should (equal "no changes" (tools-test-call "buffer_diff" 'file "a.txt")))
      (tools-test-call "buffer_edit" 'file "a.txt" 'old_text "two" 'new_text "2\\1" 'replace_all t)
      (should (string-match-p "^-two\n\\+one 2\\\\1\n\\+2\\\\1$" (tools-test-call "buffer_diff" 'file "a.txt")))
      (tools-test-call "buffer_edit" 'file "a.txt" 'old_text "" 'new_text "last\n")
      (tools-test-call "buffer_save" 'file "a.txt")
      (should (equal "one 2\\1\n2\\1\nlast\n"
                     (with-temp-buffer (insert-file-contents file) (buffer-string))))
      ;; What is on the disk is read again, unless that would lose something.
      (write-region "other\n" nil file nil 'silent)
      (set-file-times file (time-add nil 10))
      (should (equal "other\n" (tools-test-call "buffer_read" 'file "a.txt")))
      (tools-test-call "buffer_edit" 'file "a.txt" 'old_text "other" 'new_text "mine")
      (write-region "theirs\n" nil file nil 'silent)
      (set-file-times file (time-add nil 20))
      (tools-test-refused (tools-test-call "buffer_save" 'file "a.txt") "changed on the disk")
      (tools-test-refused (tools-test-call "buffer_edit" 'file "a.txt" 'old_text "mine" 'new_text "x") "changed on the disk"))))

(ert-deftest tools-test-files ()
  (tools-test-with ""
    (setq context-broker-tools-rules '((".*" ".*" allow)))
    (tools-test-call "file_write" 'file "new.txt" 'text "é\n")
    (should (equal "é\n" (tools-test-call "buffer_read" 'file "new.txt")))
    (tools-test-refused (tools-test-call "file_write" 'file "new.txt" 'text "") "exists")
    (tools-test-call "file_write" 'file "new.txt" 'text "b" 'overwrite t)
    (should (equal "b" (with-temp-buffer (insert-file-contents (expand-file-name "new.txt" project)) (buffer-string))))
    (tools-test-refused (tools-test-call "file_write" 'file "no/new.txt" 'text "") "no folder")
    (make-directory (expand-file-name "sub" project))
    (should (equal "new.txt 1\nsub/" (tools-test-call "file_list")))
    (should (equal "new.txt 1" (tools-test-call "file_list" 'pattern "*.txt")))))

(ert-deftest tools-test-lists-and-places ()
  (tools-test-with ""
    (tools-test-file "a.el" "(defun tools-test-a () nil)\n(defvar tools-test-b 1)\n(defun x ()\n  (tools-test-plac\n")
    (should (string-match-p "tools-test-a: 1" (tools-test-call "imenu_list" 'file "a.el")))
    (should (string-match-p "tools-test-b: 2" (tools-test-call "imenu_list" 'file "a.el")))
    (let-alist (car (tools-test-call "buffer_list" 'pattern "a.el"))
      (should (equal (list .name .mode .lines) '("a.el" "emacs-lisp-mode" 5))))
    (should (string-match-p "tools-test-place"
                            (tools-test-call "completion_at" 'file "a.el" 'line 4 'column 18)))
    (should (string-match-p "context-broker-tools.el.*context-broker-tools-fail"
                            (tools-test-call "xref_find" 'what "definitions" 'file "a.el"
                                            'identifier "context-broker-tools-fail")))
    (should (string-match-p "context-broker-tools-fail"
                            (tools-test-call "xref_find" 'what "apropos" 'file "a.el" 'identifier "broker fail")))
    (should (string-match-p "nothing found" (tools-test-call "xref_find" 'what "definitions" 'file "a.el" 'identifier "no-such")))
    (should (equal t (alist-get 'selected (seq-find (lambda (window) (eq t (alist-get 'selected window)))
                                                    (tools-test-call "window_list")))))
    (tools-test-call "window_show" 'file "a.el" 'line 2)
    (should (seq-find (lambda (window) (and (equal "a.el" (alist-get 'buffer window)) (equal 2 (alist-get 'line window))))
                      (tools-test-call "window_list")))
    (tools-test-refused (tools-test-call "region_get" 'buffer "a.el") "nothing is selected")
    (with-current-buffer "a.el"
      (transient-mark-mode 1) (goto-char 1) (push-mark 7 t t))
    (should (equal "(defun" (alist-get 'text (tools-test-call "region_get" 'buffer "a.el"))))
    (message "tools-test said this")
    (should (string-match-p "tools-test said this" (tools-test-call "messages_tail" 'lines 5)))))

(ert-deftest tools-test-output ()
  (tools-test-with ""
    (tools-test-refused (tools-test-call "compilation_output") "no compilation")
    (with-current-buffer (get-buffer-create "*compilation*")
      (insert "a.c:1: error: x\nend\n") (compilation-mode))
    (should (string-match-p "ended, .*\nend\n\\'" (tools-test-call "compilation_output" 'tail_lines 1)))
    (tools-test-refused (tools-test-call "terminal_tail" 'buffer "*compilation*") "no terminal")
    (require 'comint)
    (with-current-buffer (get-buffer-create "term")
      (comint-mode) (insert "1\n2\n$ "))
    (should (equal "2\n$ " (tools-test-call "terminal_tail" 'buffer "term" 'lines 2)))
    (setq context-broker-tools-rules '((".*" ".*" allow)))
    (tools-test-call "terminal_clear" 'buffer "term")
    (should (equal "$ " (tools-test-call "buffer_read" 'buffer "term")))))

(ert-deftest tools-test-watch ()
  (tools-test-with ""
    (with-current-buffer (get-buffer-create "watched") (insert "ready\n"))
    (cl-labels ((watch (&rest arguments)
                  (tools-test-place "buffer_watch" `((buffer . "watched") (timeout . 3) ,@arguments)))
                (ends (id) (alist-get 'value (tools-test-answer id)))
                (add (text) (with-current-buffer "watched" (goto-char (point-max)) (insert text))))
      (let ((id (watch '(pattern . "rea.y"))))
        (run-at-time 0.3 nil #'add "not\nready\n")
        (should (equal '((reason . "found") (text . "not\nready\n")) (ends id))))
      (let ((id (watch '(quiet_seconds . 0.4))))
        (run-at-time 0.2 nil #'add "x")
        (should (equal '((reason . "quiet") (text . "x")) (ends id))))
      (should (equal '((reason . "timeout") (text . "")) (ends (watch '(timeout . 1)))))
      (tools-test-refused (tools-test-call "buffer_watch" 'buffer "watched" 'pattern "\\(") "Unmatched")
      (let ((id (watch)))
        (run-at-time 0.2 nil #'kill-buffer "watched")
        (should (equal '((reason . "closed") (text . "")) (ends id)))))))

;;; Questions
(ert-deftest tools-test-questions ()
  (tools-test-with ""
    (tools-test-with-person
     (cl-flet ((asked (name arguments &rest keys)
                 (let ((id (tools-test-place name `((question . "Well?") ,@arguments))))
                   (apply #'tools-test-press keys)
                   (alist-get 'value (tools-test-answer id)))))
       (should (equal '((answered . t) (choice . "b") (index . 1))
                      (asked "prompt_choice" '((options . ["a" "b"])) ?2)))
       (should (equal '((answered . :false) (reason . "dismissed"))
                      (asked "prompt_choice" '((options . ["a" "b"])) ?q)))
       (should (equal '((answered . :false) (reason . "timeout"))
                      (asked "prompt_choice" '((options . ["a" "b"]) (timeout . 1)))))
       (should (equal '((answered . t) (confirmed . t)) (asked "confirm" nil ?y)))
       (should (equal '((answered . t) (confirmed . :false)) (asked "confirm" nil ?n)))
       (tools-test-refused (tools-test-call "prompt_choice" 'question "?" 'options []) "1 to 100 options")
       (let ((id (tools-test-place "multiselect" '((question . "Which?") (options . ["a" "b" "c"])))))
         (tools-test-press ?3 ?2 ?1 ?2)
         (with-current-buffer (car (context-broker-prompt--buffers (car context-broker-prompt--queue)))
           (should (string-match-p "1  \\[x\\] a\n2  \\[ \\] b\n3  \\[x\\] c" (buffer-string))))
         (tools-test-press ?d)
         (should (equal '((answered . t) (choices "a" "c") (indexes 0 2))
                        (alist-get 'value (tools-test-answer id)))))))))

(ert-deftest tools-test-proposal ()
  (tools-test-with ""
    (tools-test-file "a.el" "(old)\n")
    (tools-test-with-person
     (cl-flet ((asked (&rest keys)
                 (let ((id (tools-test-place "show_proposal" '((file . "a.el") (new_text . "(new)\n")))))
                   (tools-test-press)
                   (with-current-buffer (car (context-broker-prompt--buffers (car context-broker-prompt--queue)))
                     (should (string-match-p "^-(old)\n\\+(new)$" (buffer-string))))
                   (apply #'tools-test-press keys)
                   id)))
       (should (equal '((answered . t) (decision . "accept"))
                      (alist-get 'value (tools-test-answer (asked ?a)))))
       (cl-letf (((symbol-function 'read-string) (lambda (&rest _) "no")))
         (should (equal '((answered . t) (decision . "reject") (reason . "no"))
                        (alist-get 'value (tools-test-answer (asked ?r))))))
       (let ((id (asked ?e)))
         (with-current-buffer "*Context Broker proposal*"
           (should (derived-mode-p 'emacs-lisp-mode))
           (should (equal "(new)\n" (buffer-string)))
           (goto-char (point-max))
           (insert "(more)\n")
           (call-interactively (key-binding (kbd "C-c C-c"))))
         (should (equal '((answered . t) (decision . "edit") (text . "(new)\n(more)\n"))
                        (alist-get 'value (tools-test-answer id))))
         (should-not (get-buffer "*Context Broker proposal*")))
       (tools-test-refused (tools-test-call "show_proposal" 'new_text "a" 'old_text "a") "equal")))))

(ert-deftest tools-test-queue ()
  (tools-test-with ""
    (tools-test-refused (tools-test-call "confirm" 'question "?") "no frame")
    (tools-test-with-person
     (let ((depth 1) first second)
       (cl-letf (((symbol-function 'minibuffer-depth) (lambda () depth)))
         (setq first (tools-test-place "confirm" '((question . "First?")))
               second (tools-test-place "confirm" '((question . "Second?"))))
         (tools-test-until (= 2 (length context-broker-prompt--queue)))
         (should (equal 2 (length context-broker-prompt--queue)))
         (should-not (context-broker-prompt--buffers (car context-broker-prompt--queue)))
         (setq depth 0)
         (tools-test-press ?y)
         (tools-test-press ?n))
       (should (equal '((answered . t) (confirmed . t)) (alist-get 'value (tools-test-answer first))))
       (should (equal '((answered . t) (confirmed . :false)) (alist-get 'value (tools-test-answer second)))))
     (let ((ids (mapcar (lambda (_) (tools-test-place "confirm" '((question . "?"))))
                        (number-sequence 0 20))))
       (should (string-match-p "too many" (format "%s" (tools-test-answer (car (last ids))))))
       (dolist (id ids) (context-broker-tools-cancel tools-test-folder id))
       (should-not context-broker-prompt--queue)))))

;;; Scopes
(defmacro tools-test-scoped (scope &rest body)
  "Run BODY as the agent \"one\" with SCOPE, in which `file' is a file of the project."
  (declare (indent 1))
  `(tools-test-with "one"
     (let* ((file (tools-test-file "in/a.txt" "1\n2\n3\n4\n5\n"))
            (buffer (find-file-noselect file)))
       (make-directory (expand-file-name "out" project))
       (context-broker-tools-permit "one" :scope ,scope)
       ,@body)))

(defun tools-test-text (buffer)
  (with-current-buffer buffer (save-restriction (widen) (buffer-string))))

(ert-deftest tools-test-unknown-session ()
  (tools-test-with "one"
    (should-not (tools-test-names))
    (should (string-match-p "no session" (alist-get 'refused (tools-test-offer))))
    (tools-test-refused (tools-test-call "buffer_list") "no session")
    (context-broker-tools-permit "one")
    (should (member "buffer_list" (tools-test-names)))
    (context-broker-tools-forget "one")
    (tools-test-refused (tools-test-call "buffer_list") "no session")
    (should-error (context-broker-tools-permit ""))
    (should-error (context-broker-tools-permit "x" :scope '(:kind universe)))
    (should-error (context-broker-tools-permit "x" :scope '(:kind directory :directory "/ssh:host:/")))
    (should-error (context-broker-tools-permit "x" :scope '(:kind buffer :buffer nil)))))

(ert-deftest tools-test-scope-of-a-region ()
  (tools-test-scoped (list :kind 'region :buffer buffer :start 3 :end 7)
    (should (equal "2\n3\n" (tools-test-call "buffer_read")))
    (should (equal "2\n3\n" (tools-test-call "buffer_read" 'buffer (buffer-name buffer))))
    (should (equal "3\n" (tools-test-call "buffer_read" 'tail_lines 1)))
    (should (equal "2\n3\n" (tools-test-call "buffer_read" 'tail_lines 99)))
    (should (equal (list (buffer-name buffer))
                   (mapcar (lambda (one) (alist-get 'name one)) (tools-test-call "buffer_list"))))
    ;; Narrowing elsewhere, and an indirect buffer, move nothing.
    (with-current-buffer buffer (narrow-to-region 9 11))
    (should (equal "2\n3\n" (tools-test-call "buffer_read")))
    (with-current-buffer (make-indirect-buffer buffer "indirect") (narrow-to-region 1 3))
    (should (equal "2\n3\n" (tools-test-call "buffer_read" 'buffer "indirect")))
    ;; What is written there is within the region afterwards.
    (tools-test-call "buffer_edit" 'old_text "2\n3\n" 'new_text "two\nthree\n")
    (should (equal "two\nthree\n" (tools-test-call "buffer_read")))
    (tools-test-call "buffer_edit" 'old_text "three\n" 'new_text "3\n")
    (tools-test-call "buffer_edit" 'old_text "" 'new_text "3b\n")
    (should (equal "two\n3\n3b\n" (tools-test-call "buffer_read")))
    (should (equal "1\ntwo\n3\n3b\n4\n5\n" (tools-test-text buffer)))
    (with-current-buffer buffer (set-buffer-modified-p nil) (kill-buffer))
    (tools-test-refused (tools-test-call "buffer_read") "gone")))

(ert-deftest tools-test-scope-within-a-line ()
  (tools-test-scoped (list :kind 'region :buffer (with-current-buffer buffer (erase-buffer) (insert "ab cd ef\nx\n") buffer)
                           :start 4 :end 6)
    (should (equal "cd" (tools-test-call "buffer_read" 'start_line 1 'end_line 1)))
    (tools-test-call "buffer_edit" 'old_text "cd" 'new_text "CD")
    (tools-test-call "buffer_edit" 'old_text "" 'new_text "!")
    (should (equal "ab CD! ef\nx\n" (tools-test-text buffer)))
    (tools-test-refused (tools-test-call "buffer_edit" 'old_text "ef" 'new_text "x") "occurs 0")))

(ert-deftest tools-test-scope-of-a-buffer ()
  (tools-test-scoped (list :kind 'buffer :buffer (make-indirect-buffer buffer "view"))
    (should (equal "1\n2\n3\n4\n5\n" (tools-test-call "buffer_read")))
    (should (equal "2\n" (tools-test-call "buffer_read" 'buffer "view" 'start_line 2 'end_line 2)))
    (tools-test-call "buffer_edit" 'file file 'old_text "5" 'new_text "five")
    (tools-test-call "buffer_save")
    (should (equal "1\n2\n3\n4\nfive\n" (with-temp-buffer (insert-file-contents file) (buffer-string))))
    (make-symbolic-link file (expand-file-name "out/back" project))
    (should (equal "2\n" (tools-test-call "buffer_read" 'file "out/back" 'start_line 2 'end_line 2)))))

(ert-deftest tools-test-scope-of-a-folder ()
  (dolist (kind '(directory project))
    (tools-test-scoped (list :kind kind :directory (expand-file-name "in" project))
      (should (equal "1\n2\n3\n4\n5\n" (tools-test-call "buffer_read" 'file "in/a.txt")))
      (should (equal '("a.txt") (mapcar (lambda (one) (alist-get 'name one)) (tools-test-call "buffer_list"))))
      (tools-test-call "file_write" 'file "in/new.txt" 'text "new")
      (should (equal "a.txt 10\nnew.txt 3" (tools-test-call "file_list" 'directory "in"))))))

(ert-deftest tools-test-scope-ends-what-waits ()
  (tools-test-scoped (list :kind 'buffer :buffer buffer)
    (let ((id (tools-test-place "buffer_watch" '((timeout . 60)))))
      (tools-test-until context-broker-tools--running)
      (context-broker-tools-forget "one")
      (should (string-match-p "session has ended"
                              (alist-get 'message (alist-get 'error (tools-test-answer id))))))))

(provide 'tools-test)
;;; tools-test.el ends here
