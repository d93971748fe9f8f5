import { memberProcedure, takeRate } from '../../http/procedures.ts';
import { readLatency } from './read-latency.ts';
import { type SpeakDeps, speakSample, spellSample } from './speak-sample.ts';

const { voices } = memberProcedure;

export const voicesRoutes = (deps: SpeakDeps) => ({
  list: voices.list.handler(({ input }) => ({ items: deps.speech[input.provider].listVoices('') })),
  latency: voices.latency.handler(async ({ context, input }) => ({
    items: await readLatency(deps, context.member, input.id),
  })),
  spell: voices.spell.handler(({ context, input }) => spellSample(deps, context.member, input)),
  speak: voices.speak.handler(async ({ context, input }) => {
    const { workspaceUid } = context.scope;
    await takeRate(context, [
      { key: `voice-sample:${workspaceUid}`, max: 10, windowSeconds: 60 },
      { key: `voice-sample:day:${workspaceUid}`, max: 300, windowSeconds: 86_400 },
    ]);
    return speakSample(deps, context.member, input);
  }),
});
