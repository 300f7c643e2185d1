import type { CompoundList, While } from 'unbash';
import { programName } from '../paths';
import type { Frame, Loop, Machine } from './machine';

/** Does this loop's condition never change its mind? */
export function endless(node: While): boolean {
  return node.kind === 'while' ? isTrue(node.clause) : isFalse(node.clause);
}

function isTrue(clause: CompoundList): boolean {
  return constant(clause) === true;
}

export function isFalse(clause: CompoundList): boolean {
  return constant(clause) === false;
}

function constant(clause: CompoundList): boolean | undefined {
  const command = clause.commands.length === 1 ? clause.commands[0]?.command : undefined;
  if (command?.type === 'ArithmeticCommand') {
    const body = command.body.trim();
    return /^\d+$/.test(body) ? Number(body) !== 0 : undefined;
  }
  if (command?.type === 'TestCommand') {
    const { expression } = command;
    if (expression.type !== 'TestUnary' || expression.operator !== '-n') return undefined;
    return expression.operand.parts === undefined && expression.operand.value !== '' ? true : undefined;
  }
  if (command?.type !== 'Command' || command.name?.parts !== undefined) return undefined;
  const name = programName(command.name?.value ?? '');
  if (name === 'true' || name === ':') return true;
  if (name === 'false') return false;
  if (name === '[' || name === 'test') {
    const [only, close] = command.suffix;
    const plain = only?.type === 'Word' && only.parts === undefined && !only.value.startsWith('-');
    return plain && (close === undefined || command.suffix.length === 2) ? true : undefined;
  }
  return undefined;
}

/** Starts watching an endless loop; what its body does is known when it has been read. */
export function readLoop(machine: Machine, frame: Frame): Loop {
  const loop: Loop = { subshells: frame.subshells, spawns: false, detaches: false, waits: false, leaves: false };
  machine.repetitions.push({
    kind: 'endless-loop',
    get spawns() {
      return loop.spawns || loop.detaches;
    },
    get waits() {
      return loop.waits && !loop.detaches;
    },
    get leaves() {
      return loop.leaves;
    },
  });
  return loop;
}
