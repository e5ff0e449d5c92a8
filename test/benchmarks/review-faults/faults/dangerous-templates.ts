// By language: code that runs what comes from a request or the command line.
import type { LanguageName } from "../languages.ts";

export interface Template {
  readonly form: string;
  /** An import that the lines need, where the file lacks it. */
  readonly needs?: string;
  readonly lines: readonly string[];
  /** Index of the line of the call. */
  readonly call: number;
}

const ECMA_TEMPLATES: readonly Template[] = [
  {
    form: "shell-argv",
    needs: "child_process",
    lines: ["function listFolder() {", "  return execSync('ls ' + process.argv[2]).toString();", "}"],
    call: 1,
  },
  {
    form: "shell-request",
    needs: "child_process",
    lines: [
      "function archive(req, res) {",
      "  const folder = req.query.folder;",
      "  execSync(`tar czf /tmp/out.tgz ${folder}`);",
      "  res.end();",
      "}",
    ],
    call: 2,
  },
  {
    form: "eval-request",
    lines: ["function calculate(req, res) {", "  res.json({ value: eval(req.query.expression) });", "}"],
    call: 1,
  },
  {
    form: "sql-request",
    lines: [
      "async function findUser(req, res, db) {",
      "  const rows = await db.query(`SELECT * FROM users WHERE name = '${req.params.name}'`);",
      "  res.json(rows);",
      "}",
    ],
    call: 1,
  },
  {
    form: "sql-variable",
    lines: [
      "function findOrder(req, res, db) {",
      "  const id = req.body.id;",
      "  const sql = 'SELECT * FROM orders WHERE id = ' + id;",
      "  db.query(sql, (error, rows) => res.json(rows));",
      "}",
    ],
    call: 3,
  },
];

export const typed = ({ lines, ...rest }: Template): Template => ({
  ...rest,
  lines: lines.map((line) =>
    line
      .replace(
        /\((req, res(?:, db)?)\)/,
        (_, list: string) =>
          `(${list
            .split(", ")
            .map((one) => `${one}: any`)
            .join(", ")})`,
      )
      .replace("(error, rows)", "(error: unknown, rows: unknown)"),
  ),
});

export const BASE_TEMPLATES: Record<LanguageName, readonly Template[]> = {
  javascript: ECMA_TEMPLATES,
  typescript: ECMA_TEMPLATES.map(typed),
  python: [
    {
      form: "shell-argv",
      needs: "os,sys",
      lines: ["def unpack():", '    os.system("tar xf " + sys.argv[1])'],
      call: 1,
    },
    {
      form: "shell-request",
      needs: "subprocess",
      lines: [
        "def list_folder(request):",
        '    folder = request.args["folder"]',
        '    return subprocess.run(f"ls {folder}", shell=True)',
      ],
      call: 2,
    },
    {
      form: "eval-request",
      lines: ["def calculate(request):", '    return eval(request.args.get("expression"))'],
      call: 1,
    },
    { form: "eval-input", lines: ["def ask():", '    return eval(input("expression: "))'], call: 1 },
    {
      form: "sql-request",
      lines: [
        "def find_user(request, cursor):",
        '    cursor.execute("SELECT * FROM users WHERE name = \'%s\'" % request.args.get("name"))',
        "    return cursor.fetchall()",
      ],
      call: 1,
    },
    {
      form: "pickle-request",
      needs: "pickle",
      lines: ["def restore(request):", "    return pickle.loads(request.data)"],
      call: 1,
    },
  ],
  go: [
    {
      form: "shell-argv",
      needs: "os/exec,os",
      lines: ["func listFolder() error {", '\treturn exec.Command("sh", "-c", "ls "+os.Args[1]).Run()', "}"],
      call: 1,
    },
    {
      form: "shell-request",
      needs: "os/exec,net/http",
      lines: [
        "func archive(w http.ResponseWriter, r *http.Request) {",
        '\tfolder := r.URL.Query().Get("folder")',
        '\tout, _ := exec.Command("sh", "-c", "ls "+folder).Output()',
        "\tw.Write(out)",
        "}",
      ],
      call: 2,
    },
    {
      form: "sql-request",
      needs: "database/sql,net/http",
      lines: [
        "func findUser(db *sql.DB, r *http.Request) (*sql.Rows, error) {",
        '\treturn db.Query("SELECT * FROM users WHERE name = \'" + r.FormValue("name") + "\'")',
        "}",
      ],
      call: 1,
    },
    {
      form: "sql-sprintf",
      needs: "database/sql,net/http,fmt",
      lines: [
        "func findOrder(db *sql.DB, r *http.Request) (*sql.Rows, error) {",
        '\tquery := fmt.Sprintf("SELECT * FROM orders WHERE id = %s", r.URL.Query().Get("id"))',
        "\treturn db.Query(query)",
        "}",
      ],
      call: 2,
    },
  ],
  java: [
    {
      form: "shell-argv",
      lines: [
        "  public static void main(String[] args) throws java.io.IOException {",
        '    Runtime.getRuntime().exec("ls " + args[0]);',
        "  }",
      ],
      call: 1,
    },
    {
      form: "shell-request",
      lines: [
        "  void archive(javax.servlet.http.HttpServletRequest request) throws java.io.IOException {",
        '    String folder = request.getParameter("folder");',
        '    Runtime.getRuntime().exec("tar czf /tmp/out.tgz " + folder);',
        "  }",
      ],
      call: 2,
    },
    {
      form: "sql-request",
      lines: [
        "  java.sql.ResultSet findUser(java.sql.Statement statement, javax.servlet.http.HttpServletRequest request) throws java.sql.SQLException {",
        '    return statement.executeQuery("SELECT * FROM users WHERE name = \'" + request.getParameter("name") + "\'");',
        "  }",
      ],
      call: 1,
    },
  ],
  csharp: [
    {
      form: "shell-argv",
      lines: [
        "        public static void Run(string[] args)",
        "        {",
        '            System.Diagnostics.Process.Start("cmd.exe", "/c dir " + System.Environment.GetCommandLineArgs()[1]);',
        "        }",
      ],
      call: 2,
    },
    {
      form: "shell-request",
      lines: [
        "        public void Archive(Microsoft.AspNetCore.Http.HttpRequest request)",
        "        {",
        '            var folder = request.Query["folder"];',
        '            System.Diagnostics.Process.Start("sh", "-c \\"tar czf /tmp/out.tgz " + folder + "\\"");',
        "        }",
      ],
      call: 3,
    },
    {
      form: "sql-request",
      lines: [
        "        public object FindUser(System.Data.SqlClient.SqlConnection connection, Microsoft.AspNetCore.Http.HttpRequest request)",
        "        {",
        '            var command = new System.Data.SqlClient.SqlCommand("SELECT * FROM users WHERE name = \'" + request.Query["name"] + "\'", connection);',
        "            return command.ExecuteScalar();",
        "        }",
      ],
      call: 2,
    },
  ],
  php: [
    {
      form: "shell-request",
      lines: [
        "    public function archive()",
        "    {",
        "        system('tar czf /tmp/out.tgz ' . $_GET['folder']);",
        "    }",
      ],
      call: 2,
    },
    {
      form: "shell-argv",
      lines: [
        "    public function listFolder(array $argv)",
        "    {",
        "        return shell_exec('ls ' . $_SERVER['argv'][1]);",
        "    }",
      ],
      call: 2,
    },
    {
      form: "eval-request",
      lines: [
        "    public function calculate()",
        "    {",
        "        return eval('return ' . $_POST['expression'] . ';');",
        "    }",
      ],
      call: 2,
    },
    {
      form: "sql-request",
      lines: [
        "    public function findUser($db)",
        "    {",
        "        $name = $_GET['name'];",
        "        return mysqli_query($db, \"SELECT * FROM users WHERE name = '$name'\");",
        "    }",
      ],
      call: 3,
    },
    {
      form: "unserialize-request",
      lines: ["    public function restore()", "    {", "        return unserialize($_COOKIE['state']);", "    }"],
      call: 2,
    },
  ],
  ruby: [
    {
      form: "shell-request",
      lines: ["    def archive", '      system("tar czf /tmp/out.tgz #{params[:folder]}")', "    end"],
      call: 1,
    },
    { form: "shell-argv", lines: ["    def list_folder", "      `ls #{ARGV[0]}`", "    end"], call: 1 },
    { form: "eval-request", lines: ["    def calculate", "      eval(params[:expression])", "    end"], call: 1 },
    {
      form: "sql-request",
      lines: ["    def find_user", "      name = params[:name]", "      User.where(\"name = '#{name}'\")", "    end"],
      call: 2,
    },
  ],
  rust: [
    {
      form: "shell-argv",
      lines: [
        "fn list_folder() -> std::io::Result<std::process::ExitStatus> {",
        "    let folder = std::env::args().nth(1).unwrap_or_default();",
        '    std::process::Command::new("sh").arg("-c").arg(format!("ls {folder}")).status()',
        "}",
      ],
      call: 2,
    },
  ],
};
