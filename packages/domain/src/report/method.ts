/** Names of methods are what laboratories typed: case and spaces say nothing. `HPLC` is `hplc `, and `Jaffe kinetic` is `JaffeKinetic`. */
export function isSameMethod(one: string, other: string): boolean {
  return fold(one) === fold(other)
}

function fold(method: string): string {
  return method.normalize('NFKC').toLowerCase().replaceAll(/\s/gu, '')
}
