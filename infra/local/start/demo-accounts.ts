const accounts = [
  ['Admin', 'admin@jaanch.example', 'admin-demo-2026'],
  ['Customer', 'asha@jaanch.example', 'asha-demo-2026'],
  ['Approved labs', 'lab1@jaanch.example … lab4@jaanch.example', 'lab-demo-2026'],
  ['Lab awaiting approval', 'newlab@jaanch.example', 'lab-demo-2026'],
] as const

/** The demo accounts as a table for the terminal. */
export function demoAccountsTable(): string {
  const widths = [0, 1].map((column) => Math.max(...accounts.map((account) => account[column]?.length ?? 0)))
  const lines = accounts.map((account) =>
    account.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('   '),
  )
  return ['Demo accounts', ...lines].map((line) => `  ${line.trimEnd()}`).join('\n')
}
