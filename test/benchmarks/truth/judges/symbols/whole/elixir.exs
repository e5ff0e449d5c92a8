# The modules and functions of Elixir files by its own parser. argv: a file that lists absolute paths. stdout: as typescript.mjs.
defmodule Symbols do
  @functions [:def, :defp, :defmacro, :defmacrop, :defguard, :defguardp, :defdelegate]

  def of(path) do
    text = File.read!(path)
    Process.put(:lines, String.split(text, "\n"))

    case Code.string_to_quoted(text, token_metadata: true, columns: true) do
      {:ok, tree} -> tree |> visit(false) |> joined()
      {:error, _} -> nil
    end
  end

  defp visit({:defmodule, meta, [name | rest]}, inside), do: module(name, "module", meta, rest, inside)
  defp visit({:defprotocol, meta, [name | rest]}, inside), do: module(name, "interface", meta, rest, inside)
  defp visit({:defimpl, meta, [name | rest]}, inside), do: module(name, "class", meta, rest, inside)

  defp visit({kind, meta, [head | _]} = node, inside) when kind in @functions do
    case name_of(head) do
      nil -> []
      {name, line} -> [[name, line, "function", inside, first_line(meta[:line]), last_line(node)]]
    end
  end

  defp visit({left, _, right}, inside), do: visit(left, inside) ++ visit(right, inside)
  defp visit({left, right}, inside), do: visit(left, inside) ++ visit(right, inside)
  defp visit(list, inside) when is_list(list), do: Enum.flat_map(list, &visit(&1, inside))
  defp visit(_, _), do: []

  defp module({:__aliases__, where, parts}, kind, meta, rest, inside) do
    name = Enum.map_join(parts, ".", &to_string/1)
    [[name, where[:line], kind, inside, meta[:line], meta[:end][:line] || meta[:line]] | members(visit(rest, inside), kind)]
  end

  defp module(_, _, _, rest, inside), do: visit(rest, inside)

  # A function of a protocol, or of what implements one, is a method.
  defp members(found, "module"), do: found
  defp members(found, _), do: Enum.map(found, &List.replace_at(&1, 2, "method"))

  # Attributes above it, as `@impl true`, belong to it.
  defp first_line(line) do
    above = Enum.at(Process.get(:lines), line - 2, "")
    if line > 1 and above =~ ~r/^\s*@/, do: first_line(line - 1), else: line
  end

  defp name_of({:when, _, [head | _]}), do: name_of(head)
  defp name_of({name, meta, _}) when is_atom(name), do: {to_string(name), meta[:line]}
  defp name_of(_), do: nil

  defp last_line(node) do
    {_, last} =
      Macro.prewalk(node, 0, fn
        {_, meta, _} = one, last when is_list(meta) ->
          lines = [meta[:line], meta[:end][:line], meta[:closing][:line], meta[:end_of_expression][:line]]
          {one, Enum.max([last | Enum.filter(lines, &is_integer/1)])}

        one, last ->
          {one, last}
      end)

    last
  end

  # The clauses of a function that follow each other are one definition.
  defp joined(found) do
    Enum.reduce(found, [], fn
      [name, _, kind, _, _, last], [[name, line, kind, inside, first, _] | rest] -> [[name, line, kind, inside, first, last] | rest]
      one, all -> [one | all]
    end)
  end

  def json(nil), do: "null"
  def json(list) when is_list(list), do: "[" <> Enum.map_join(list, ",", &json/1) <> "]"
  def json(text) when is_binary(text), do: inspect(text)
  def json(other), do: to_string(other)
end

for path <- System.argv() |> hd() |> File.read!() |> String.split("\n", trim: true) do
  IO.puts(~s({"path":"#{path}","symbols":#{Symbols.json(Symbols.of(path))}}))
end
