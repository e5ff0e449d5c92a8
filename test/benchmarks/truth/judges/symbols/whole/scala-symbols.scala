// The declarations of Scala files by the parser of Scala 3's compiler. argv: a file that lists absolute paths. stdout: as typescript.mjs.
import dotty.tools.dotc.ast.untpd
import dotty.tools.dotc.core.Contexts.*
import dotty.tools.dotc.core.Flags
import dotty.tools.dotc.parsing.Parsers.Parser
import dotty.tools.dotc.reporting.StoreReporter
import dotty.tools.dotc.util.SourceFile
import java.nio.file.{Files, Path}
import scala.collection.mutable.ListBuffer

@main def scalaSymbols(list: String): Unit =
  Files.readAllLines(Path.of(list)).forEach: path =>
    if path.nonEmpty then println(s"""{"path":"$path","symbols":${symbolsOf(path)}}""")

def symbolsOf(path: String): String =
  val reporter = StoreReporter(null)
  val fresh = ContextBase().initialCtx.fresh
  fresh.setReporter(reporter)
  fresh.setSetting(fresh.settings.preview, true)
  given Context = fresh
  val text = Files.readString(Path.of(path))
  val source = SourceFile.virtual(path, text)
  // It may stop at what only Scala 2 allows.
  val tree = try Parser(source).parse() catch case _: Throwable => return "null"
  if reporter.hasErrors then
    System.err.println(path + reporter.allErrors.map(e => e.pos.line.toString + " " + e.message).headOption)
    return "null"
  val found = ListBuffer[String]()
  def lineAt(offset: Int): Int = source.offsetToLine(offset) + 1
  def add(name: String, kind: String, at: Int, whole: untpd.Tree, inFunction: Boolean, from: Int): Unit =
    // Without trailing blanks, which an indented body may end with.
    var end = whole.span.end
    while end > from && text.charAt(end - 1).isWhitespace do end -= 1
    found += s"""["$name",${lineAt(at)},"$kind",$inFunction,${lineAt(from)},${lineAt(end - 1)}]"""
  /** Where modifiers and annotations begin. */
  def fromOf(tree: untpd.Tree & untpd.MemberDef): Int =
    val mods = tree.mods
    (tree.span.start :: mods.mods.map(_.span.start) ::: mods.annotations.map(_.span.start)).min
  def isLocal(owner: String): Boolean = owner == "function"
  def visit(one: untpd.Tree, owner: String): Unit = one match
    case pack: untpd.PackageDef => pack.stats.foreach(visit(_, "package"))
    case module: untpd.ModuleDef =>
      if !module.mods.is(Flags.Enum) then
        add(module.name.toString, if module.mods.is(Flags.Package) then "module" else "class", module.nameSpan.start, module, isLocal(owner), fromOf(module))
      // What a package object has is the package's.
      val inside = if module.mods.is(Flags.Package) then "package" else "class"
      module.impl.body.foreach(visit(_, if isLocal(owner) then owner else inside))
    case td: untpd.TypeDef =>
      td.rhs match
        case template: untpd.Template =>
          val kind =
            if td.mods.is(Flags.Trait) then "interface" else if td.mods.is(Flags.Enum) && !td.mods.is(Flags.Case) then "enum" else "class"
          val isCase = td.mods.is(Flags.Enum) && td.mods.is(Flags.Case)
          if !isCase then add(td.name.toString, kind, td.nameSpan.start, td, isLocal(owner), fromOf(td))
          template.body.foreach(visit(_, if isLocal(owner) then owner else "class"))
        case _ => add(td.name.toString, "type", td.nameSpan.start, td, isLocal(owner), fromOf(td))
    case dd: untpd.DefDef =>
      val name = if dd.name.toString == "<init>" then "this" else dd.name.toString
      add(name, if owner == "class" then "method" else "function", dd.nameSpan.start, dd, isLocal(owner), fromOf(dd))
      inside(dd.rhs, "function")
    case vd: untpd.ValDef =>
      if !vd.mods.is(Flags.Enum) then
        add(vd.name.toString, "variable", vd.nameSpan.start, vd, isLocal(owner), fromOf(vd))
      inside(vd.rhs, owner)
    case pd: untpd.PatDef =>
      inside(pd.rhs, owner)
      if !pd.mods.is(Flags.Enum) then
        // A name of a pattern has the lines of its own.
        def names(tree: untpd.Tree): Unit = tree match
          case id: untpd.Ident if id.name.isTermName && id.name.toString.head.isLower => add(id.name.toString, "variable", id.span.start, id, isLocal(owner), id.span.start)
          case tuple: untpd.Tuple => tuple.trees.foreach(names)
          case apply: untpd.Apply => apply.args.foreach(names)
          case typed: untpd.Typed => names(typed.expr)
          case bind: untpd.Bind => add(bind.name.toString, "variable", bind.span.start, bind, isLocal(owner), bind.span.start)
          case _ => ()
        pd.pats.foreach(names)
    case extension: untpd.ExtMethods => extension.methods.foreach(visit(_, owner))
    case _ => inside(one, owner)
  def inside(tree: untpd.Tree, owner: String): Unit = tree match
    case block: untpd.Block => (block.stats :+ block.expr).foreach(visit(_, "function"))
    // What is handed to a call is a block of its own: `test("a") { def check … }`.
    case apply: untpd.Apply =>
      inside(apply.fun, owner)
      apply.args.foreach(visit(_, "function"))
    case infix: untpd.InfixOp => List(infix.left, infix.right).foreach(visit(_, "function"))
    case lambda: untpd.Function => visit(lambda.body, "function")
    case made: untpd.New =>
      made.tpt match
        case template: untpd.Template => template.body.foreach(visit(_, if isLocal(owner) then owner else "class"))
        case _ => ()
    case _ => ()
  visit(tree, "package")
  found.mkString("[", ",", "]")
