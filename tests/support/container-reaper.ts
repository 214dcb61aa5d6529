/** Removes the containers of a test run when the process that started them closes the pipe or dies: see containers.ts. */
import { once } from 'node:events'
import { runLabel } from './names.ts'

const [run] = process.argv.slice(2)
await once(process, 'disconnect')

const { getContainerRuntimeClient } = await import('testcontainers')
const { dockerode } = (await getContainerRuntimeClient()).container
const filters = { label: [`${runLabel}=${run}`] }
// a container that was being created when its owner died may appear late
for (let round = 0; round < 3; round += 1) {
  for (const { Id } of await dockerode.listContainers({ all: true, filters })) {
    // another process may remove it first
    await dockerode
      .getContainer(Id)
      .remove({ force: true, v: true })
      .catch(() => {})
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
}
