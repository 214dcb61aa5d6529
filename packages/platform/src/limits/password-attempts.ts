import { createGate } from '../gate.ts'
import type { Bounds } from '../http/bounds.ts'
import { day, type Limit, type LimitsOf, limits, minute, TooManyError } from './limits.ts'
import type { Counter } from './rate-limits.ts'

export const passwordLimits = limits({
  accountFailuresHere: {
    max: 10,
    windowS: 15 * minute,
    what: 'wrong passwords of an account from one network',
    per: 'account and network',
    text: () => 'Too many wrong passwords for this account. Please wait 15 minutes, or set a new password.',
  },
  accountFailures: {
    max: 30,
    windowS: day,
    what: 'wrong passwords of an account from all networks; beyond it, attempts wait 1, 2, 4 … 60 s for each other',
    per: 'account',
    text: () =>
      'There were many wrong passwords for this account. Please try again in a minute, or on a device on which you signed in before.',
  },
  deviceFailures: {
    max: 10,
    windowS: 15 * minute,
    what: 'wrong passwords in a browser that signed in before, or of a session that changes its password',
    per: 'account and browser',
    text: () => 'Too many wrong passwords on this device. Please wait 15 minutes, or set a new password.',
  },
  networkFailures: {
    max: 50,
    windowS: 15 * minute,
    what: 'wrong passwords of all accounts; beyond it, only accounts with an open session from the network are checked',
    per: 'network',
    text: () =>
      'Too many wrong passwords from your network. Please wait 15 minutes, or use a device on which you signed in before.',
  },
})

export type PasswordLimits = LimitsOf<typeof passwordLimits>

/** An attempt to sign in with a password. */
type PasswordAttempt = {
  /** The account, or what was typed if no account has it */
  account: string
  network: string
  /** A browser or session that signed in to the account before; other attempts, from anywhere, do not affect it */
  device?: string | undefined
  /** Whether the account was used from this network. Asked only when the network has failed too often */
  isKnownHere(): Promise<boolean>
}

/** One count of an attempt, to be ended by one of these */
type Counted = { undo(): Promise<void>; succeed(): Promise<void> }

type Options = {
  limits: PasswordLimits
  counter(limit: Limit): Counter
  /** Counts failures by network */
  networks: Pick<Counter, 'count' | 'undo'>
  /** Admits one attempt of an account at a time: keys are those of the attempts that wait */
  pauses: Counter
  keyOf(text: string): string
  bounds: Pick<Bounds, 'waitingRequests' | 'waitRequestMs'>
}

const longestPauseS = 60

/** How long the next attempt of an account waits, s: 1, 2, 4 … 60. @param beyond 0 for the first attempt that has to wait */
function pauseAfter(beyond: number): number {
  return beyond >= 6 ? longestPauseS : 2 ** beyond
}

/**
 * Checks a password unless there were too many wrong ones. Attempts count before the check, so that parallel guesses cannot exceed a
 * limit; a correct password, and a check that throws, take their own attempt back.
 * @param check returns whether the password is correct. @throws BusyError; TooManyError, whether or not the password is correct
 */
export type AttemptPassword = (attempt: PasswordAttempt, check: () => Promise<boolean>) => Promise<boolean>

export function createPasswordAttempts(options: Options): AttemptPassword {
  const { limits, counter, networks, pauses, keyOf, bounds } = options
  const here = counter(limits.accountFailuresHere)
  const everywhere = counter(limits.accountFailures)
  const devices = counter(limits.deviceFailures)
  // Each login checks one password at a time in a process, so that parallel correct passwords (a load test, a family) do not block
  // each other. Each network and device of an account is a login of its own. Each of those who wait is a request, whose kind bounds
  // how many there are; if too many wait nevertheless, the login with the most loses one, so that others cannot fill the queue.
  const gate = createGate({
    name: 'password checks of one login',
    capacity: Number.POSITIVE_INFINITY,
    capacityPerCaller: 1,
    maxWaiting: bounds.waitingRequests,
    waitMs: bounds.waitRequestMs,
  })

  /** A correct password begins this count again. */
  async function countOwn(counter: Counter, key: string): Promise<Counted> {
    await counter.count(key)
    return { undo: () => counter.undo(key), succeed: () => counter.clear(key) }
  }

  /** A correct password takes nothing back but itself: otherwise an account of one's own would clear the count. */
  function countShared(counter: Pick<Counter, 'undo'>, key: string): Counted {
    const undo = () => counter.undo(key)
    return { undo, succeed: undo }
  }

  async function countNetwork({ network, isKnownHere }: PasswordAttempt): Promise<Counted | undefined> {
    try {
      await networks.count(network)
      return countShared(networks, network)
    } catch (error) {
      if (error instanceof TooManyError && (await isKnownHere())) return undefined
      throw error
    }
  }

  async function countAccount({ account }: PasswordAttempt): Promise<Counted> {
    const key = keyOf(account)
    const beyond = (await everywhere.add(key)) - limits.accountFailures.max
    const counted = countShared(everywhere, key)
    if (beyond < 0) return counted
    try {
      await pauses.count(key, pauseAfter(beyond))
    } catch (error) {
      await counted.undo()
      throw error
    }
    return counted
  }

  async function count(attempt: PasswordAttempt, key: string): Promise<Counted[]> {
    if (attempt.device !== undefined) return [await countOwn(devices, key)]
    const counted: Counted[] = [await countOwn(here, key)]
    try {
      const ofNetwork = await countNetwork(attempt)
      if (ofNetwork) counted.push(ofNetwork)
      counted.push(await countAccount(attempt))
      return counted
    } catch (error) {
      await Promise.all(counted.map(({ undo }) => undo()))
      throw error
    }
  }

  return (attempt, check) => {
    const { account, device, network } = attempt
    const key = keyOf(device === undefined ? `${account} from ${network}` : `${account} on ${device}`)
    return gate.run(async () => {
      const counted = await count(attempt, key)
      const isCorrect = await check().catch(async (error) => {
        await Promise.all(counted.map(({ undo }) => undo()))
        throw error
      })
      if (isCorrect) await Promise.all(counted.map(({ succeed }) => succeed()))
      return isCorrect
    }, key)
  }
}
