import type { AccessScope } from '@antiphon/contract/access-keys';
import type { WorkspaceUid } from '@antiphon/contract/ids';
import type * as z from 'zod';
import type { CallProcedure } from './call-procedure.ts';

/** As whom a tool runs, and in which workspace: that of the key. */
export type ToolCaller = { call: CallProcedure; uid: WorkspaceUid };

/**
 * What a program may call over MCP: procedures of the API in few words, for a model to read. It has no rights and no limits of its
 * own; `scope` is what a key needs to be shown it, and the procedures that it calls are given the one permission of that scope.
 */
export type Tool = {
  title: string;
  description: string;
  scope: AccessScope;
  /** `adds`: what was there stays. `replaces`: it may be another thing afterwards; doing it again changes nothing more. */
  effect: 'none' | 'adds' | 'replaces';
  /** Whether it reaches beyond the installation, such as to a web page. */
  isOpenWorld: boolean;
  input: z.ZodObject;
  run(caller: ToolCaller, input: never): Promise<unknown>;
};

/** Lets `run` know what its input is. */
export const tool = <Input extends z.ZodObject>(
  given: Omit<Tool, 'input' | 'run' | 'isOpenWorld'> & {
    input: Input;
    isOpenWorld?: true;
    run(caller: ToolCaller, input: z.output<Input>): Promise<unknown>;
  },
): Tool => ({ ...given, isOpenWorld: given.isOpenWorld ?? false });
