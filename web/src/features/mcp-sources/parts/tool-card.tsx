import type { McpSourceId } from '@antiphon/contract/ids';
import type { McpTool, ToolState } from '@antiphon/contract/mcp-sources';
import { Button, Group, Paper, Stack, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { currentRegion } from '../../../api.ts';
import { useTexts } from '../../../texts/texts.ts';
import { StatusBadge } from '../../../ui/states/status-badge.tsx';
import { useMay } from '../../workspaces/use-workspace.ts';
import { ApproveForm } from './approve-form.tsx';
import { saySourceFault } from './say-source-fault.ts';

const TONES: Record<ToolState, 'good' | 'bad' | 'warn' | 'neutral'> = {
  ...{ new: 'neutral', approved: 'good', changed: 'bad', gone: 'bad', unfit: 'neutral' },
};

/** A tool, in its server's own words: nothing of them is a link or a mark. */
export function ToolCard({ sourceId, tool }: { sourceId: McpSourceId; tool: McpTool }) {
  const t = useTexts('mcp-sources');
  const mayPublish = useMay('agents.publish');
  const [isApproving, approving] = useDisclosure(false);
  const { name, title, description, state, kind, functionId, fault, before, outputs, isSaidToRead } = tool;
  const canApprove = mayPublish && fault === null && (state === 'new' || state === 'changed');
  return (
    <Paper component="li" withBorder p="md" aria-label={name} style={{ listStyle: 'none', overflowWrap: 'anywhere' }}>
      <Stack gap="xs">
        <Group gap="xs">
          <strong dir="ltr" data-text="content">
            {name}
          </strong>
          <StatusBadge tone={TONES[state]}>{t(`states.${state}`)}</StatusBadge>
          {kind !== null && <Sub>{t(`kinds.${kind}`)}</Sub>}
        </Group>
        {title !== '' && title !== name && <Sub isContent>{title}</Sub>}
        {(state === 'changed' || state === 'gone') && (
          <Text size="sm" c="var(--ui-bad)">
            {t(`off.${state}`)}
          </Text>
        )}
        {before !== null && <Words label={t('before')} description={before.description} inputs={before.inputs} isOld />}
        <Words
          label={before === null ? null : t('now')}
          description={description}
          inputs={fault === null ? tool.inputs : null}
        />
        {outputs.length > 0 && (
          <Sub>
            {t('outputs')}{' '}
            <span dir="ltr" data-text="content">
              {outputs.join(', ')}
            </span>
          </Sub>
        )}
        {isSaidToRead && state === 'new' && <Sub>{t('saidToRead')}</Sub>}
        {fault !== null && (
          <Text size="sm" c="var(--ui-bad)">
            {saySourceFault(fault)}
          </Text>
        )}
        <Group gap="xs">
          {functionId !== null && (
            <Button
              variant="default"
              renderRoot={(props) => (
                <Link
                  to="/app/$region/integrations/$functionId"
                  params={{ region: currentRegion(), functionId }}
                  {...props}
                />
              )}
            >
              {t('openFunction')}
            </Button>
          )}
          {canApprove && !isApproving && (
            <Button aria-label={state === 'new' ? t('approve.of', { name }) : undefined} onClick={approving.open}>
              {state === 'changed' ? t('approve.again') : t('approve.action')}
            </Button>
          )}
        </Group>
        {canApprove && isApproving && <ApproveForm sourceId={sourceId} tool={tool} onClose={approving.close} />}
      </Stack>
    </Paper>
  );
}

interface WordsProps {
  label: string | null;
  description: string;
  /** Null where they cannot be read. */
  inputs: McpTool['inputs'] | null;
  isOld?: boolean;
}

function Words({ label, description, inputs, isOld = false }: WordsProps) {
  const t = useTexts('mcp-sources');
  const kinds = useTexts('functions');
  return (
    <Stack
      gap={4}
      ps={isOld ? 'sm' : 0}
      style={isOld ? { borderInlineStart: '3px solid var(--ui-border)' } : undefined}
    >
      {label !== null && <Sub>{label}</Sub>}
      <Text dir="auto" data-text="content" style={{ whiteSpace: 'pre-wrap' }}>
        {description}
      </Text>
      {inputs === null ? null : inputs.length === 0 ? (
        <Sub>{t('noInputs')}</Sub>
      ) : (
        <Text component="ul" size="sm" m={0} ps={18} aria-label={t('inputs')}>
          {inputs.map((input) => (
            <li key={input.name}>
              <code dir="ltr" data-text="content">
                {input.name}
              </code>{' '}
              {kinds(`inputKinds.${input.kind}`)}
              {input.isRequired ? '' : ` \u00b7 ${t('optional')}`}
              {input.description !== '' && <Sub isContent>{input.description}</Sub>}
            </li>
          ))}
        </Text>
      )}
    </Stack>
  );
}

/** Smaller words; `isContent`: a stranger's. */
function Sub({ children, isContent = false }: { children: ReactNode; isContent?: boolean }) {
  return (
    <Text component="div" size="sm" c="var(--ui-muted)" {...(isContent ? { dir: 'auto', 'data-text': 'content' } : {})}>
      {children}
    </Text>
  );
}
