import { ConsumerTable } from './consumer-table'
import { DeadLetterGroups } from './dead-letter-groups'
import { QueuesButton } from './queues-button'
import { WorkRows } from './work-rows'

/** What waits, runs and failed; what was given up, to be tried again or skipped; and the consumers, to be rewound. */
export function WorkPage() {
  return (
    <div className="grid grid-cols-1 gap-8">
      <section aria-labelledby="dead-letters">
        <div className="mb-3 flex flex-wrap items-center justify-between gap-3">
          <h2 id="dead-letters" className="font-semibold text-lg">
            Dead letters
          </h2>
          <QueuesButton />
        </div>
        <DeadLetterGroups />
      </section>
      <section aria-labelledby="consumers">
        <h2 id="consumers" className="mb-3 font-semibold text-lg">
          Consumers
        </h2>
        <ConsumerTable />
      </section>
      <section aria-labelledby="unfinished-work">
        <h2 id="unfinished-work" className="mb-3 font-semibold text-lg">
          Unfinished work
        </h2>
        <WorkRows />
      </section>
    </div>
  )
}
