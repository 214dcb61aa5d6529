/** Ctrl-C and SIGTERM as a signal; pressed a second time, it ends the process at once. */
export function interruption(): AbortController {
  const controller = new AbortController()
  for (const name of ['SIGINT', 'SIGTERM'] as const) {
    process.on(name, () => {
      if (controller.signal.aborted) process.exit(130)
      controller.abort(new Error('interrupted'))
    })
  }
  return controller
}
