/** Removes the containers of a run of the tests when the process that started it lets go or dies: see containers.ts. */
import { once } from 'node:events'
import { runLabel } from './names.ts'

const [run] = process.argv.slice(2)
await once(process, 'disconnect')

const { getContainerRuntimeClient } = await import('testcontainers')
const { dockerode } = (await getContainerRuntimeClient()).container
const filters = { label: [`${runLabel}=${run}`] }
// one that was being created when its owner died may come late
for (let round = 0; round < 3; round += 1) {
  for (const { Id } of await dockerode.listContainers({ all: true, filters })) {
    // somebody else may remove it too
    await dockerode
      .getContainer(Id)
      .remove({ force: true, v: true })
      .catch(() => {})
  }
  await new Promise((resolve) => setTimeout(resolve, 500))
}
