import { styleText } from 'node:util'

/** Colours if the output is a terminal that has them (NO_COLOR is honoured), else plain text. */
export const paint = {
  bold: (text: string) => styleText('bold', text),
  faint: (text: string) => styleText('dim', text),
  good: (text: string) => styleText('green', text),
  warning: (text: string) => styleText('yellow', text),
  bad: (text: string) => styleText('red', text),
}

/** A signal that aborts on Ctrl-C and SIGTERM. The second one ends the process at once. */
export function interruptSignal(): AbortSignal {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130)
      controller.abort(new Error('interrupted'))
    })
  }
  return controller.signal
}
