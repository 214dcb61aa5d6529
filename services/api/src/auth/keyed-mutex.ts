/** @returns a function that runs tasks with the same key one after another, in the order of the calls, and others in parallel */
export function createKeyedMutex(): <Result>(key: string, task: () => Promise<Result>) => Promise<Result> {
  const lastTasks = new Map<string, Promise<unknown>>()
  return async (key, task) => {
    const current = (lastTasks.get(key) ?? Promise.resolve()).then(task, task)
    lastTasks.set(key, current)
    try {
      return await current
    } finally {
      if (lastTasks.get(key) === current) lastTasks.delete(key)
    }
  }
}
