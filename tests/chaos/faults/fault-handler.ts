import type { Fault } from '../schedule.ts'
import type { ChaosStack } from '../stack/chaos-stack.ts'

/** How a kind of fault is injected and healed. Without `heal` it heals by itself: what was killed is started again. */
export type FaultHandler = {
  /** Default: always */
  isPossible?: (stack: ChaosStack) => boolean
  inject(stack: ChaosStack, fault: Fault): Promise<void> | void
  heal?: (stack: ChaosStack, fault: Fault) => Promise<void> | void
}
