-- Neovim's own client against `stridescope lsp`, without plugins: hover, diagnostics, completion and a code action, as a
-- user has them. Run by neovim.mjs, after the set-up of web/docs/editor.md; STRIDESCOPE_FOLDER is a folder for the files.
local folder = os.getenv('STRIDESCOPE_FOLDER')

local function fail(text)
  io.stderr:write('neovim: ' .. text .. '\n')
  vim.cmd('cquit 1')
end
local function check(holds, text)
  if not holds then fail(text) end
end
local function wait(what, holds)
  check(vim.wait(20000, holds, 20), 'no ' .. what)
end

local function write(name, lines)
  local path = folder .. '/' .. name
  local file = io.open(path, 'w')
  file:write(table.concat(lines, '\n') .. '\n')
  file:close()
  return path
end

local function float_text()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then
      return table.concat(vim.api.nvim_buf_get_lines(vim.api.nvim_win_get_buf(window), 0, -1, false), '\n')
    end
  end
end
local function hover(line, column)
  vim.api.nvim_win_set_cursor(0, { line, column })
  vim.lsp.buf.hover()
  wait('hover', function() return float_text() ~= nil end)
  local text = float_text()
  for _, window in ipairs(vim.api.nvim_list_wins()) do
    if vim.api.nvim_win_get_config(window).relative ~= '' then vim.api.nvim_win_close(window, true) end
  end
  return text
end

-- A program with a wrong name.
vim.cmd('edit ' .. write('a.stride', { '# é 𝄞', 'A = (4,8):(8,1)', 'R = compositon(A, 4:2)', 'logical_' }))
check(vim.bo.filetype == 'stride', 'the type of the file: ' .. vim.bo.filetype)
wait('client', function() return #vim.lsp.get_active_clients() == 1 end)
wait('diagnostics', function() return #vim.diagnostic.get(0) > 0 end)
local found = vim.diagnostic.get(0)
check(found[1].lnum == 2 and found[1].col == 4 and found[1].end_col == 14, 'the place of the error: ' .. vim.inspect(found[1]))
check(found[1].message:find('compositon', 1, true), 'the error: ' .. found[1].message)
check(found[1].source == 'stridescope', 'the source of the error')

local text = hover(2, 0)
check(text:find('A = (4,8):(8,1)', 1, true) and text:find('injective yes') and text:find('http://127.0.0.1:8080/#z='), 'the hover: ' .. text)

-- Completion, as omnifunc shows it.
local list = vim.lsp.buf_request_sync(0, 'textDocument/completion', {
  textDocument = vim.lsp.util.make_text_document_params(),
  position = { line = 3, character = 8 },
}, 20000)
local items = vim.lsp.util.text_document_completion_list_to_complete_items(list[vim.g.stridescope].result, 'logical_')
check(#items == 2 and items[1].word == 'logical_divide' and items[2].word == 'logical_product', 'completion: ' .. vim.inspect(items))
check(items[1].menu and items[1].menu:find('logical_divide(', 1, true), 'the signature of a completion: ' .. vim.inspect(items[1].menu))

-- The rest of the test, after the keys of a user who completes the word.
local function after_completion()
-- The fix of the error, and its diagnostics are gone.
vim.api.nvim_buf_set_lines(0, 3, 4, false, {})
wait('one error', function() return #vim.diagnostic.get(0) == 1 end)
vim.api.nvim_win_set_cursor(0, { 3, 5 })
local offered
vim.ui.select = function(choices, _, choose)
  offered = #choices
  choose(choices[1], 1)
end
vim.lsp.buf.code_action()
wait('code action', function() return vim.api.nvim_buf_get_lines(0, 2, 3, false)[1] == 'R = composition(A, 4:2)' end)
check(offered == 1, 'one action was expected')
wait('end of the error', function() return #vim.diagnostic.get(0) == 0 end)
text = hover(3, 0)
check(text:find('R = (2,2):(16,1)', 1, true), 'the hover after the fix: ' .. text)

-- A source, with a finding of the lint and the comment that excludes it.
vim.bo.modified = false
vim.cmd('edit ' .. write('a.cu', {
  '#include <cute/tensor.hpp>',
  'auto A = make_tensor(make_gmem_ptr(p), make_shape(100, 64));',
  '  auto B = local_tile(A, make_shape(64, 64), make_coord(1, 0));',
}))
check(vim.bo.filetype == 'cuda', 'the type of the file: ' .. vim.bo.filetype)
wait('finding', function() return #vim.diagnostic.get(0) == 1 end)
check(vim.diagnostic.get(0)[1].code == 'out-of-bounds' or vim.diagnostic.get(0)[1].user_data ~= nil, vim.inspect(vim.diagnostic.get(0)))
text = hover(2, 5)
check(text:find('(100,64)', 1, true), 'the hover of a source: ' .. text)
vim.api.nvim_win_set_cursor(0, { 3, 14 })
vim.lsp.buf.code_action()
wait('comment', function() return vim.api.nvim_buf_get_lines(0, 2, 3, false)[1] == '  // stridescope: ignore(out-of-bounds)' end)
wait('end of the finding', function() return #vim.diagnostic.get(0) == 0 end)

-- The end of the session.
vim.lsp.stop_client(vim.g.stridescope)
wait('end', function() return #vim.lsp.get_active_clients() == 0 end)
io.stdout:write('hover, diagnostics, completion and code actions work in Neovim\n')
vim.cmd('qall!')
end

vim.bo.omnifunc = 'v:lua.vim.lsp.omnifunc'
vim.api.nvim_win_set_cursor(0, { 4, 7 })
vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('A<C-x><C-o>', true, false, true), 't', false)
local tries = 0
local function look()
  local words = vim.fn.complete_info({ 'items' }).items
  tries = tries + 1
  if #words == 2 then
    vim.api.nvim_feedkeys(vim.api.nvim_replace_termcodes('<C-n><Esc>', true, false, true), 't', false)
    vim.defer_fn(function()
      local line = vim.api.nvim_buf_get_lines(0, 3, 4, false)[1]
      check(line == 'logical_divide' or line == 'logical_product', 'the completed word: ' .. line)
      after_completion()
    end, 200)
  elseif tries > 200 then
    fail('no completion')
  else
    vim.defer_fn(look, 50)
  end
end
vim.defer_fn(look, 50)
