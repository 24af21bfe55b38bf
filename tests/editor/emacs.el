;; Drives Emacs without a screen: the settings of the docs, then mistakes and hover with Eglot.
(require 'json)
(require 'eglot)
(require 'flymake)
(load (getenv "RULEWRIGHT_SETTINGS"))
(setq eglot-sync-connect 60 eglot-autoshutdown t)

(defun wait-for (seconds test)
  "Let the server speak until TEST holds."
  (let ((end (+ (float-time) seconds)) found)
    (while (and (not (setq found (funcall test))) (< (float-time) end))
      (accept-process-output nil 0.1))
    found))

(defun told ()
  (mapcar #'flymake-diagnostic-text (flymake-diagnostics)))

(let (found)
  (condition-case problem
      (progn
        (find-file (getenv "RULEWRIGHT_FILE"))
        (push (cons 'mode (symbol-name major-mode)) found)
        (call-interactively #'eglot)
        (search-forward "from 1..width where is_open(it)")
        (search-backward "is_open")
        (let ((hover (jsonrpc-request (eglot--current-server-or-lose) :textDocument/hover
                                      (eglot--TextDocumentPositionParams))))
          (push (cons 'hover (plist-get (plist-get hover :contents) :value)) found))
        (insert "x")
        (eglot--signal-textDocument/didChange)
        (wait-for 60 (lambda () (flymake-start) (told)))
        (push (cons 'wrong (string-join (told) "\n")) found)
        (set-buffer-modified-p nil))
    (error (push (cons 'problem (format "%S" problem)) found)))
  (with-temp-file (getenv "RULEWRIGHT_OUT") (insert (json-encode found))))
