// Preloaded into the server. If the command that started it is killed, even by SIGKILL, the server gets a SIGTERM.
process.on('disconnect', () => process.kill(process.pid, 'SIGTERM'));
process.channel?.unref();
