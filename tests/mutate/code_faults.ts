import ts from "typescript";
import type { Fault } from "./fault.ts";
import { blank, maskSql, sqlFaults } from "./sql_faults.ts";

const swapped: Record<string, string> = {
  ...pairs(["<", "<="], [">", ">="], ["===", "!=="], ["&&", "||"], ["+", "-"], ["*", "/"]),
};
/** of Decimal */
const methods = pairs(["gt", "gte"], ["lt", "lte"], ["plus", "minus"], ["times", "div"]);

/** Statements whose only effect is to refuse, to hold or to remember. */
const guards = /^(audit|allow|lock|refuse|judge|note|history|record)([A-Z]\w*)?$/;

function pairs(...both: [string, string][]): Record<string, string> {
  return Object.fromEntries(both.flatMap(([a, b]) => [[a, b], [b, a]]));
}

export function codeFaults(text: string): Fault[] {
  const source = ts.createSourceFile("code.ts", text, ts.ScriptTarget.Latest, true);
  const faults: Fault[] = [];
  const add = (node: ts.Node, to: string, operator: string) =>
    faults.push({ at: node.getStart(source), end: node.getEnd(), to, operator });

  const visit = (node: ts.Node): void => {
    if (ts.isTypeNode(node)) return;
    if (ts.isBinaryExpression(node)) {
      const sign = node.operatorToken.getText(source);
      const to = swapped[sign];
      const joins = sign === "+" && [node.left, node.right].some(isText);
      if (to && !joins) add(node.operatorToken, to, `${sign} → ${to}`);
    } else if (ts.isCallExpression(node) && ts.isPropertyAccessExpression(node.expression)) {
      const { name } = node.expression;
      const to = Object.hasOwn(methods, name.text) ? methods[name.text] : undefined;
      if (to) add(name, to, `.${name.text}() → .${to}()`);
    } else if (node.kind === ts.SyntaxKind.TrueKeyword) add(node, "false", "true → false");
    else if (node.kind === ts.SyntaxKind.FalseKeyword) add(node, "true", "false → true");
    else if (ts.isIfStatement(node)) {
      add(node.expression, `!(${node.expression.getText(source)})`, "negated if");
    } else if (ts.isThrowStatement(node)) add(node, ";", "throw removed");
    else if (ts.isExpressionStatement(node) && guards.test(called(node.expression))) {
      add(node, ";", "call removed");
    } else if (ts.isTaggedTemplateExpression(node) && node.tag.getText(source) === "sql") {
      const from = node.template.getStart(source);
      faults.push(...sqlFaults(maskedTemplate(source, node.template), from));
    }
    ts.forEachChild(node, visit);
  };
  visit(source);
  return faults;
}

function isText(node: ts.Expression): boolean {
  return ts.isStringLiteralLike(node) || ts.isTemplateExpression(node) ||
    ts.isBinaryExpression(node) && (isText(node.left) || isText(node.right));
}

/** The name of what a statement calls, awaited or not; else "". */
function called(expression: ts.Expression): string {
  const call = ts.isAwaitExpression(expression) ? expression.expression : expression;
  return ts.isCallExpression(call) && ts.isIdentifier(call.expression) ? call.expression.text : "";
}

/** Only the SQL of a template: blanks for what is written into it, too. */
function maskedTemplate(source: ts.SourceFile, template: ts.TemplateLiteral): string {
  const from = template.getStart(source);
  let text = template.getText(source);
  if (ts.isTemplateExpression(template)) {
    for (const { expression } of template.templateSpans) {
      const [at, end] = [expression.getFullStart() - from, expression.getEnd() - from];
      text = text.slice(0, at) + blank(text.slice(at, end)) + text.slice(end);
    }
  }
  return maskSql(text);
}
