// Further dangerous calls: other sinks than those of `dangerous-templates.ts`.
import type { LanguageName } from "../languages.ts";
import type { Template } from "./dangerous-templates.ts";

const ECMA: readonly Template[] = [
  {
    form: "function-request",
    lines: [
      "function evaluate(req, res) {",
      "  const run = new Function('value', req.body.code);",
      "  res.json(run(1));",
      "}",
    ],
    call: 1,
  },
  {
    form: "eval-argv",
    lines: ["function calculateOnce() {", "  const expression = process.argv[2];", "  return eval(expression);", "}"],
    call: 2,
  },
];

/** Added to the templates of the language; TypeScript has those of JavaScript, typed by whoever reads them. */
export const FORMS: Partial<Record<LanguageName, readonly Template[]>> = {
  javascript: ECMA,
  python: [
    {
      form: "exec-request",
      lines: ["def run_code(request):", '    code = request.form.get("code")', "    exec(code)"],
      call: 2,
    },
    {
      form: "popen-input",
      needs: "os",
      lines: ["def show_folder():", '    name = input("folder: ")', '    return os.popen("ls " + name).read()'],
      call: 2,
    },
    {
      form: "sql-format",
      lines: [
        "def find_order(request, cursor):",
        '    query = "SELECT * FROM orders WHERE id = {}".format(request.args["id"])',
        "    return cursor.execute(query)",
      ],
      call: 2,
    },
  ],
  go: [
    {
      form: "sql-exec",
      needs: "database/sql,net/http",
      lines: [
        "func dropOrder(db *sql.DB, r *http.Request) error {",
        '\t_, err := db.Exec("DELETE FROM orders WHERE id = " + r.URL.Query().Get("id"))',
        "\treturn err",
        "}",
      ],
      call: 1,
    },
  ],
  java: [
    {
      form: "builder-request",
      lines: [
        "  void listFolder(javax.servlet.http.HttpServletRequest request) throws java.io.IOException {",
        '    new ProcessBuilder("sh", "-c", "ls " + request.getParameter("folder")).start();',
        "  }",
      ],
      call: 1,
    },
  ],
  csharp: [
    {
      form: "sql-text",
      lines: [
        "        public void FindOrder(System.Data.IDbCommand command, Microsoft.AspNetCore.Http.HttpRequest request)",
        "        {",
        '            command.CommandText = $"SELECT * FROM orders WHERE id = {request.Query["id"]}";',
        "            command.ExecuteReader();",
        "        }",
      ],
      call: 2,
    },
  ],
  php: [
    {
      form: "passthru-request",
      lines: [
        "    public function showFolder()",
        "    {",
        "        $folder = $_POST['folder'];",
        '        passthru("ls {$folder}");',
        "    }",
      ],
      call: 3,
    },
    {
      form: "include-request",
      lines: ["    public function showPage()", "    {", "        include $_GET['page'] . '.php';", "    }"],
      call: 2,
    },
  ],
  ruby: [
    {
      form: "system-params",
      lines: ["    def list_folder(params)", '      system("ls #{params[:folder]}")', "    end"],
      call: 1,
    },
  ],
};
