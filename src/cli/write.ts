// `write`: asks for a yes before a language model is paid.
import { writeReportFor } from "../operations/write/write-report.ts";
import { canAsk, isConfirmed } from "./ask-user.ts";
import type { CommandExtension } from "./operation-command.ts";

export const writeExtension: CommandExtension = {
  examples: [],
  declare: () => undefined,
  workOf: () => ({
    interruptHint: "what was answered so far is stored; run the same command to go on with it",
    run: (values, context, { clearBar, json }) => {
      const confirm = async (question: string): Promise<boolean> => {
        clearBar();
        return isConfirmed(question);
      };
      return writeReportFor({ confirm: canAsk() && !json ? confirm : null }).run(values, context);
    },
  }),
};
