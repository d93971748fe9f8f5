// Turns the types of the `stripe` package into shapes of JSON, for the tests of the stand-in: what a type says of an answer is
// gone when the code runs. Read from the declarations without a type checker, which would take ten seconds.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const library = join(root, 'node_modules/stripe/esm');
const { version } = JSON.parse(readFileSync(join(library, '../package.json'), 'utf8'));
const cached = join(root, `node_modules/.cache/stripe-shapes-${version}.json`);

/** The types of what the stand-in answers, and the file of each. */
const WANTED = {
  Account: 'V2/Core/Accounts',
  AccountLink: 'V2/Core/AccountLinks',
  EventBase: 'Events',
  ThinEvent: 'V2/Core/Events',
  ApplicationFee: 'ApplicationFees',
  FeeRefund: 'FeeRefunds',
  Charge: 'Charges',
  Coupon: 'Coupons',
  DeletedCoupon: 'Coupons',
  Customer: 'Customers',
  Discount: 'Discounts',
  DeletedDiscount: 'Discounts',
  Dispute: 'Disputes',
  Invoice: 'Invoices',
  DeletedInvoice: 'Invoices',
  InvoiceItem: 'InvoiceItems',
  DeletedInvoiceItem: 'InvoiceItems',
  InvoiceLineItem: 'InvoiceLineItems',
  InvoicePayment: 'InvoicePayments',
  LineItem: 'LineItems',
  PaymentIntent: 'PaymentIntents',
  PaymentMethod: 'PaymentMethods',
  Price: 'Prices',
  Product: 'Products',
  PromotionCode: 'PromotionCodes',
  Refund: 'Refunds',
  Session: 'Checkout/Sessions',
  SetupIntent: 'SetupIntents',
  Subscription: 'Subscriptions',
  SubscriptionItem: 'SubscriptionItems',
  DeletedSubscriptionItem: 'SubscriptionItems',
  TaxRate: 'TaxRates',
};

const files = new Map();
const shapes = {};
const named = new Map();

/** A scope: what is declared in it, what it imports, and the scope around it. */
function scopeOf(statements, path, parent) {
  const scope = { path, parent, types: new Map(), spaces: new Map(), imports: new Map() };
  for (const node of statements) {
    if (ts.isInterfaceDeclaration(node) || ts.isTypeAliasDeclaration(node)) scope.types.set(node.name.text, node);
    else if (ts.isModuleDeclaration(node)) {
      const inner = scopeOf(node.body?.statements ?? [], path, scope);
      const before = scope.spaces.get(node.name.text);
      if (before)
        for (const kind of ['types', 'spaces']) for (const [name, one] of inner[kind]) before[kind].set(name, one);
      else scope.spaces.set(node.name.text, inner);
    } else if (ts.isImportDeclaration(node) && node.importClause) readImport(scope, node);
    else if (ts.isExportDeclaration(node) && node.moduleSpecifier) {
      const from = { file: fileOf(path, node.moduleSpecifier.text) };
      for (const one of node.exportClause?.elements ?? [])
        scope.imports.set(one.name.text, { ...from, name: (one.propertyName ?? one.name).text });
    }
  }
  return scope;
}

const fileOf = (path, specifier) => resolve(dirname(path), specifier.replace(/\.js$/, '.d.ts'));

function readImport(scope, node) {
  const file = fileOf(scope.path, node.moduleSpecifier.text);
  const bindings = node.importClause.namedBindings;
  if (!bindings) return;
  if (ts.isNamespaceImport(bindings)) scope.imports.set(bindings.name.text, { file, name: null });
  else
    for (const one of bindings.elements)
      scope.imports.set(one.name.text, { file, name: (one.propertyName ?? one.name).text });
}

function load(path) {
  if (!files.has(path)) {
    const source = ts.createSourceFile(path, readFileSync(path, 'utf8'), ts.ScriptTarget.Latest);
    files.set(path, scopeOf(source.statements, path, null));
  }
  return files.get(path);
}

function follow({ file, name }, kind) {
  const scope = load(file);
  return name === null ? (kind === 'spaces' ? scope : null) : own(scope, name, kind);
}

/** What a scope itself knows by a name: `types` to use, `spaces` to look into. */
function own(scope, name, kind) {
  const found = scope[kind].get(name);
  if (found) return kind === 'types' ? { node: found, scope } : found;
  const imported = scope.imports.get(name);
  return imported ? follow(imported, kind) : null;
}

function lookUp(scope, name, kind) {
  for (let one = scope; one; one = one.parent) {
    const found = own(one, name, kind);
    if (found) return found;
  }
  return null;
}

const partsOf = (name) => (ts.isQualifiedName(name) ? [...partsOf(name.left), name.right.text] : [name.text]);

function resolveType(scope, parts) {
  if (parts.length === 1) return lookUp(scope, parts[0], 'types');
  const [first, ...rest] = parts;
  let space = lookUp(scope, first, 'spaces');
  for (const part of rest.slice(0, -1)) space = space && own(space, part, 'spaces');
  return space && own(space, rest.at(-1), 'types');
}

const SIMPLE = { Decimal: { kind: 'decimal' }, Metadata: { kind: 'object', fields: {}, others: { kind: 'string' } } };

function ofReference(node, scope) {
  const parts = partsOf(node.typeName);
  const [first] = parts;
  const [argument] = node.typeArguments ?? [];
  if (parts.length === 1 && first === 'Array') return { kind: 'array', of: ofType(argument, scope) };
  if (parts.length === 1 && first === 'ApiList') return { kind: 'list', of: ofType(argument, scope) };
  // Values of later versions: what is answered here is one of those that are written down.
  if (parts.length === 1 && first === 'OtherString') return { kind: 'never' };
  if (parts.length === 1 && SIMPLE[first]) return SIMPLE[first];
  const found = resolveType(scope, parts);
  if (!found) throw new Error(`${scope.path}: there is no type ${parts.join('.')}`);
  return ofDeclaration(found, parts.join('.'));
}

/** Each declaration once, by a name of its own; others refer to it. */
function ofDeclaration({ node, scope }, title) {
  if (!named.has(node)) {
    let name = title;
    for (let n = 2; Object.hasOwn(shapes, name); n += 1) name = `${title}~${n}`;
    named.set(node, name);
    shapes[name] = null;
    shapes[name] = ts.isInterfaceDeclaration(node) ? ofMembers(node, scope) : ofType(node.type, scope);
  }
  return { kind: 'ref', name: named.get(node) };
}

function ofMembers(node, scope) {
  const shape = { kind: 'object', fields: {} };
  for (const { types } of node.heritageClauses ?? [])
    for (const { expression } of types) {
      const base = resolveType(scope, [expression.text]);
      if (base) Object.assign(shape.fields, ofMembers(base.node, base.scope).fields);
    }
  for (const member of node.members) {
    if (ts.isIndexSignatureDeclaration(member)) shape.others = ofType(member.type, scope);
    if (!ts.isPropertySignature(member) || member.type.kind === ts.SyntaxKind.VoidKeyword) continue;
    shape.fields[member.name.text] = {
      shape: ofType(member.type, scope),
      ...(member.questionToken ? { isOptional: true } : {}),
    };
  }
  return shape;
}

const KEYWORDS = {
  [ts.SyntaxKind.StringKeyword]: 'string',
  [ts.SyntaxKind.NumberKeyword]: 'number',
  [ts.SyntaxKind.BooleanKeyword]: 'boolean',
  [ts.SyntaxKind.UnknownKeyword]: 'any',
  [ts.SyntaxKind.AnyKeyword]: 'any',
  [ts.SyntaxKind.ObjectKeyword]: 'any',
};

function ofType(node, scope) {
  if (KEYWORDS[node.kind]) return { kind: KEYWORDS[node.kind] };
  if (ts.isTypeReferenceNode(node)) return ofReference(node, scope);
  if (ts.isUnionTypeNode(node)) return { kind: 'union', of: node.types.map((one) => ofType(one, scope)) };
  if (ts.isArrayTypeNode(node)) return { kind: 'array', of: ofType(node.elementType, scope) };
  if (ts.isTypeLiteralNode(node)) return ofMembers(node, scope);
  if (ts.isParenthesizedTypeNode(node)) return ofType(node.type, scope);
  if (ts.isLiteralTypeNode(node)) {
    if (node.literal.kind === ts.SyntaxKind.NullKeyword) return { kind: 'literal', value: null };
    if (node.literal.kind === ts.SyntaxKind.TrueKeyword) return { kind: 'literal', value: true };
    if (node.literal.kind === ts.SyntaxKind.FalseKeyword) return { kind: 'literal', value: false };
    return { kind: 'literal', value: node.literal.text };
  }
  throw new Error(`${scope.path}: a type of kind ${ts.SyntaxKind[node.kind]} is not known here`);
}

if (!existsSync(cached)) {
  const wanted = {};
  for (const [name, file] of Object.entries(WANTED)) {
    const scope = load(join(library, 'resources', `${file}.d.ts`));
    const declared = name === 'ThinEvent' ? 'EventBase' : name;
    wanted[name] = ofDeclaration({ node: scope.types.get(declared), scope }, name);
  }
  mkdirSync(dirname(cached), { recursive: true });
  // Two test files may come at once: each puts a whole file in its place.
  writeFileSync(`${cached}.${process.pid}`, JSON.stringify({ wanted, shapes }));
  renameSync(`${cached}.${process.pid}`, cached);
}
console.log(cached);
