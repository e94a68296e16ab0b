/** The stack as the tests see it: the template alone, without the functions' bundles. */
import { Template } from 'aws-cdk-lib/assertions';
import { cdkContext } from '../../infra/context.ts';
import { plypostApp } from '../../infra/plypost-app.ts';

/** CDK's own way to leave the bundling out. */
export const WITHOUT_BUNDLES = { 'aws:cdk:bundling-stacks': [] };

function unbundledApp() {
  return plypostApp({ context: { ...cdkContext(), ...WITHOUT_BUNDLES } });
}

export function template(): Template {
  return Template.fromStack(unbundledApp().stack);
}

export interface Statement {
  readonly Effect: string;
  readonly Action: string | readonly string[];
  readonly Resource: unknown;
  readonly Condition?: Readonly<Record<string, Readonly<Record<string, string | readonly string[]>>>>;
}

/** What the role of a function may do, by the function's id in the stack. */
export function rightsOf(stack: Template, id: string): readonly Statement[] {
  const policies = Object.values(stack.findResources('AWS::IAM::Policy'));
  const statements = policies
    .filter(({ Properties: { Roles } }) => Roles.some(({ Ref }: { Ref: string }) => Ref.startsWith(`${id}Role`)))
    .flatMap(({ Properties }) => Properties.PolicyDocument.Statement);
  return statements;
}

export function actionsOf(statement: Statement): readonly string[] {
  return typeof statement.Action === 'string' ? [statement.Action] : statement.Action;
}

/** The one resource of a type. */
export function only(stack: Template, type: string, matching: (id: string) => boolean = () => true) {
  const found = Object.entries(stack.findResources(type)).filter(([id]) => matching(id));
  const [entry] = found;
  if (entry === undefined || found.length > 1) throw new Error(`${found.length} of ${type}`);
  return { id: entry[0], properties: entry[1].Properties, resource: entry[1] };
}

/** The one function of that id. */
export function functionOf(stack: Template, id: string) {
  return only(stack, 'AWS::Lambda::Function', (logical) => /^[A-Za-z]+?(?=[0-9A-F]{8})/.exec(logical)?.[0] === id);
}
